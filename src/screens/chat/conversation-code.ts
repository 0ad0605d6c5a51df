/**
 * The code of an open conversation, and of the keys that go to one: most of this screen's, and needed by
 * nobody before the list is there. Fetched ahead then; when it does not come, as it happens without a
 * network, it is asked for again and again.
 */
import { useSyncExternalStore } from 'react';
import { CODE_RETRY_MS } from '../../lib/code-retry.ts';

interface ConversationCode {
  Conversation: typeof import('./conversation.tsx').Conversation;
  InfoPanel: typeof import('./about/info-panel.tsx').InfoPanel;
  SwitcherHost: typeof import('./switcher/switcher-host.tsx').SwitcherHost;
}

let code: ConversationCode | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

export async function loadConversationCode(): Promise<void> {
  if (code || isLoading) return;
  isLoading = true;
  try {
    const [{ Conversation }, { InfoPanel }, { SwitcherHost }] = await Promise.all([
      import('./conversation.tsx'),
      import('./about/info-panel.tsx'),
      import('./switcher/switcher-host.tsx'),
    ]);
    code = { Conversation, InfoPanel, SwitcherHost };
    for (const listener of listeners) listener();
  } catch {
    setTimeout(loadConversationCode, CODE_RETRY_MS);
  } finally {
    isLoading = false;
  }
}

/** Null until it has come. */
export const useConversationCode = (): ConversationCode | null =>
  useSyncExternalStore(subscribe, () => code);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
