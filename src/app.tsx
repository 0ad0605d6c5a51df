/** The app in its page: the router and the data layer. */
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { loadQueryClient, loadSignedIn } from './load-signed-in.ts';
import { makeRouter } from './router.tsx';

export function openApp(root: Root): void {
  const router = makeRouter({ loadQueryClient });

  window.toggleDevtools = async () => {
    const { loadDevtools } = await loadSignedIn();
    const { toggleDevtools } = await loadDevtools();
    await toggleDevtools(router, await loadQueryClient());
  };
  if (import.meta.env.DEV) void window.toggleDevtools();

  // The page's shell stays until the first screen is ready. A transition renders in slices, so the page stays
  // responsive.
  void router.load().then(() => {
    startTransition(() => {
      root.render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      );
    });
  });
}
