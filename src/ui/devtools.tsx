/** Query's and the router's devtools, in a React root of their own. Loaded when asked for. */
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';

declare global {
  interface Window {
    /** Where the devtools' styling looks for a nonce. */
    __nonce__?: string | undefined;
  }
}

let opened: { root: Root; container: HTMLElement } | null = null;

/** Opens them, or takes them away again. */
export async function toggleDevtools(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  if (opened) {
    opened.root.unmount();
    opened.container.remove();
    opened = null;
    return;
  }
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  opened = { root, container };
  // Their styles are written as text, which the page's policy allows by this nonce only.
  const nonce = readStyleNonce();
  window.__nonce__ = nonce;
  // These entries work in a production build too.
  const [{ ReactQueryDevtools }, { TanStackRouterDevtoolsInProd }] = await Promise.all([
    import('@tanstack/react-query-devtools/production'),
    import('@tanstack/react-router-devtools'),
  ]);
  if (opened?.root !== root) return;
  root.render(
    <>
      <ReactQueryDevtools client={queryClient} {...(nonce && { styleNonce: nonce })} />
      <TanStackRouterDevtoolsInProd router={router} position="bottom-left" />
    </>,
  );
}

/** The server tells it in the headers of the page. */
function readStyleNonce(): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming)) return undefined;
  return page.serverTiming.find(({ name }) => name === 'style-nonce')?.description;
}
