import { isComposing } from '../../ui/composing.ts';
import { isSingleKey } from '../../ui/single-keys.ts';
import { usePageKeys } from '../../ui/use-page-keys.ts';

interface ChatKeys {
  onSearch: () => void;
  /** Returns whether there was something to leave. */
  onEscape: () => boolean;
}

/** Keys that work wherever the focus is: `/` for the search, Escape to go back. */
export function useChatKeys(keys: ChatKeys): void {
  usePageKeys((event) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (isSingleKey(event, '/')) keys.onSearch();
    else if (event.key !== 'Escape' || !keys.onEscape()) return;
    event.preventDefault();
  }, window);
}
