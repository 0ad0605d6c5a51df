import { useEffect, useEffectEvent } from 'react';
import { isSingleKey } from '../../ui/single-keys.ts';

interface ChatKeys {
  onSearch: () => void;
  /** Returns whether there was something to leave. */
  onEscape: () => boolean;
}

/** Keys that work wherever the focus is: `/` for the search, Escape to step back. */
export function useChatKeys(keys: ChatKeys): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isSingleKey(event, '/')) keys.onSearch();
    else if (event.key !== 'Escape' || !keys.onEscape()) return;
    event.preventDefault();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
