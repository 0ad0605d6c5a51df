/** Starts the app in its page: the router and the data layer. */
import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadQueryClient, loadSignedIn } from './load-signed-in.ts';
import { makeRouter } from './router.tsx';

declare global {
  interface Window {
    /** Opens and closes the devtools, also in production. */
    toggleDevtools: () => Promise<void>;
  }
}

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no #root.');
  const router = makeRouter({ loadQueryClient });

  window.toggleDevtools = async () => {
    const { loadDevtools } = await loadSignedIn();
    const { toggleDevtools } = await loadDevtools();
    await toggleDevtools(router, await loadQueryClient());
  };
  if (import.meta.env.DEV) void window.toggleDevtools();

  // The page's shell stays until the first screen is ready. A transition renders in slices, so that the page stays
  // responsive.
  await router.load();
  startTransition(() => {
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

const { hash } = location;
if (hash.startsWith('#lab'))
  void import('./devtools/lab/install.ts')
    .then(({ installLab }) => installLab(hash))
    .then(start, start);
else void start();
