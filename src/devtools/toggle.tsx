/** Opens the developer tools in their own React root, and keeps the ledger while they are open. Loaded on demand. */
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { startLedger } from './ledger.ts';
import { readPageHeader } from './page-header.ts';
import { texts } from './texts.ts';

declare global {
  interface Window {
    /** Where the devtools' styling reads its nonce. */
    __nonce__?: string | undefined;
    /** Where the browser extension of TanStack Query Devtools finds the cache. */
    __TANSTACK_QUERY_CLIENT__?: QueryClient | undefined;
  }
}

let opened: { close(): void } | null = null;

/** Opens or closes them. */
export async function toggleDevtools(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  if (opened) {
    opened.close();
    return;
  }
  if (readPageHeader('devtools') === 'off') throw new Error(texts.off);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const ledger = startLedger(queryClient);
  window.__TANSTACK_QUERY_CLIENT__ = queryClient;
  const current = {
    close() {
      opened = null;
      window.__TANSTACK_QUERY_CLIENT__ = undefined;
      ledger.stop();
      root.unmount();
      container.remove();
    },
  };
  opened = current;
  // Their styles are inserted as text, which the page's policy allows only with this nonce.
  const nonce = readPageHeader('style-nonce');
  window.__nonce__ = nonce;
  const { Dock } = await import('./dock.tsx');
  if (opened !== current) return;
  root.render(
    <Dock
      router={router}
      queryClient={queryClient}
      nonce={nonce}
      getRecording={ledger.getRecording}
    />,
  );
}
