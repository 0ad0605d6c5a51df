import { isComposing } from '../../ui/composing.ts';
import { isSingleKey } from '../../ui/single-keys.ts';
import { usePageKeys } from '../../ui/use-page-keys.ts';
import { loadConversationCode } from './conversation-code.ts';
import { isSwitcherKey, openSwitcher } from './switcher/switcher-key.ts';

interface ChatKeys {
  onSearch: () => void;
  /** Returns whether there was something to leave. */
  onEscape: () => boolean;
}

/** Keys that work wherever the focus is: `/` for the search, Escape to go back, Ctrl+K from the start. */
export function useChatKeys(keys: ChatKeys): void {
  usePageKeys((event) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (isSingleKey(event, '/')) keys.onSearch();
    // The switcher would have prevented it: its code is still loading.
    else if (isSwitcherKey(event)) {
      openSwitcher();
      // For a person alone nothing else loads it.
      loadConversationCode();
    } else if (event.key !== 'Escape' || !keys.onEscape()) return;
    event.preventDefault();
  }, window);
}
