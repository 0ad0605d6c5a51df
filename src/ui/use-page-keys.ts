import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back with each key that is pressed, wherever the focus is. The window hears of it after the document:
 * there listens what gives way to all else.
 */
export function usePageKeys(
  onKeyDown: (event: KeyboardEvent) => void,
  at: GlobalEventHandlers = document,
): void {
  const handleKeyDown = useEffectEvent(onKeyDown);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    at.addEventListener('keydown', handle);
    return () => at.removeEventListener('keydown', handle);
  }, [at]);
}
