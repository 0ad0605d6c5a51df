import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadQueryClient } from './load-query-client.ts';
import { makeRouter } from './router.tsx';

declare global {
  interface Window {
    /** Opens and closes the devtools, also in production. */
    toggleDevtools: () => Promise<void>;
  }
}

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');

const router = makeRouter({ loadQueryClient });

window.toggleDevtools = async () => {
  const [devtools, queryClient] = await Promise.all([
    import('./devtools/door.tsx'),
    loadQueryClient(),
  ]);
  await devtools.toggleDevtools(router, queryClient);
};
if (import.meta.env.DEV) void window.toggleDevtools();

const root = createRoot(container);
// What the page shows from the start stays until the first screen is ready. Without `await`: a
// module that waits would bring code for the waiting of all that import it.
function start(): void {
  void router.load().then(() => {
    root.render(
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
else start();
