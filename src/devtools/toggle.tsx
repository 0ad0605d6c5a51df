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

let close: (() => void) | null = null;

export async function toggleDevtools(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  if (close) return close();
  if (readPageHeader('devtools') === 'off') throw new Error(texts.off);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const ledger = startLedger(queryClient);
  window.__TANSTACK_QUERY_CLIENT__ = queryClient;
  const closeThese = () => {
    close = null;
    window.__TANSTACK_QUERY_CLIENT__ = undefined;
    ledger.stop();
    root.unmount();
    container.remove();
  };
  close = closeThese;
  // Their styles are inserted as text, which the page's policy allows only with this nonce.
  const nonce = readPageHeader('style-nonce');
  window.__nonce__ = nonce;
  repairLanguage();
  const { Dock } = await import('./dock.tsx');
  if (close !== closeThese) return;
  const { getRecording } = ledger;
  root.render(<Dock {...{ router, queryClient, nonce, getRecording }} />);
}

/** Without a locale of the system, Chromium reports `en-US@posix` or the like, with which the panel of Query fails. */
function repairLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
}
