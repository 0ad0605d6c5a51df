import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back with each key press, wherever the focus is: with `capture` before all other listeners. The window gets the
 * event after the document: listeners there have the lowest priority.
 */
export function usePageKeys(
  onKeyDown: (event: KeyboardEvent) => void,
  at: GlobalEventHandlers = document,
  { capture = false } = {},
): void {
  const handleKeyDown = useEffectEvent(onKeyDown);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    at.addEventListener('keydown', handle, { capture });
    return () => at.removeEventListener('keydown', handle, { capture });
  }, [at, capture]);
}
