/**
 * Opens the developers' side of the app: Query's and the router's devtools in a React root of their own,
 * the queries that only they show, and the fault lab. Loaded when asked for.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { startInstruments } from './instruments.ts';
import { LabPanel } from './lab-panel.tsx';

declare global {
  interface Window {
    /** Where the devtools' styling looks for a nonce. */
    __nonce__?: string | undefined;
    /** Where the browser extension of TanStack Query Devtools looks for the cache. */
    __TANSTACK_QUERY_CLIENT__?: QueryClient | undefined;
  }
}

let opened: { close(): void } | null = null;

/** Opens them, or takes them away again. */
export async function toggleDevtools(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  if (opened) {
    opened.close();
    return;
  }
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const stop = startInstruments(queryClient);
  window.__TANSTACK_QUERY_CLIENT__ = queryClient;
  const current = {
    close() {
      opened = null;
      window.__TANSTACK_QUERY_CLIENT__ = undefined;
      stop();
      root.unmount();
      container.remove();
    },
  };
  opened = current;
  // Their styles are written as text, which the page's policy allows by this nonce only.
  const nonce = readStyleNonce();
  window.__nonce__ = nonce;
  // These entries work in a production build too.
  const [{ ReactQueryDevtools }, { TanStackRouterDevtoolsInProd }] = await Promise.all([
    import('@tanstack/react-query-devtools/production'),
    import('@tanstack/react-router-devtools'),
  ]);
  if (opened !== current) return;
  root.render(
    <>
      <ReactQueryDevtools client={queryClient} {...(nonce && { styleNonce: nonce })} />
      <TanStackRouterDevtoolsInProd router={router} position="bottom-left" />
      <LabPanel />
    </>,
  );
}

/** The server tells it in the headers of the page. */
function readStyleNonce(): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming)) return undefined;
  return page.serverTiming.find(({ name }) => name === 'style-nonce')?.description;
}
