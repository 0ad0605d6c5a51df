/**
 * Loads the code of an open conversation, and the rest of the chat home: most of this screen's code, not needed before
 * the list is shown. Loaded in advance then; if it fails, as without a network, it is retried forever.
 */
import { useSyncExternalStore } from 'react';
import { loadCode } from '../../lib/load-code.ts';

type ConversationCode = typeof import('./late-parts.ts').lateParts;

let code: ConversationCode | null = null;
let isAskedFor = false;
const listeners = new Set<() => void>();

export function loadConversationCode(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  loadCode(
    () => import('./late-parts.ts'),
    ({ lateParts }) => {
      code = lateParts;
      for (const listener of listeners) listener();
    },
  );
}

/** Null until it has loaded. */
export const useConversationCode = (): ConversationCode | null =>
  useSyncExternalStore(subscribe, () => code);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
