/**
 * Loads the code of an open conversation, and of its shortcuts: most of this screen's code, not needed before the list
 * is shown. Loaded in advance then; if it fails, as without a network, it is retried forever.
 */
import { useSyncExternalStore } from 'react';
import { loadCode } from '../../lib/load-code.ts';

interface ConversationCode {
  Conversation: typeof import('./conversation.tsx').Conversation;
  InfoPanel: typeof import('./about/info-panel.tsx').InfoPanel;
  SwitcherHost: typeof import('./switcher/switcher-host.tsx').SwitcherHost;
  ListTools: typeof import('./people/list-tools.tsx').ListTools;
  findByName: typeof import('./people/find-by-name.ts').findByName;
  EmptyList: typeof import('./people/empty-list.tsx').EmptyList;
}

let code: ConversationCode | null = null;
let isAskedFor = false;
const listeners = new Set<() => void>();

export function loadConversationCode(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  const load = () =>
    Promise.all([
      import('./conversation.tsx'),
      import('./about/info-panel.tsx'),
      import('./switcher/switcher-host.tsx'),
      import('./people/list-tools.tsx'),
      import('./people/find-by-name.ts'),
      import('./people/empty-list.tsx'),
    ]);
  loadCode(
    load,
    ([
      { Conversation },
      { InfoPanel },
      { SwitcherHost },
      { ListTools },
      { findByName },
      { EmptyList },
    ]) => {
      code = { Conversation, InfoPanel, SwitcherHost, ListTools, findByName, EmptyList };
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
