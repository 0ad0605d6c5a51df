import { useEffect, useEffectEvent } from 'react';

/** Calls back with each key that is pressed, wherever the focus is. */
export function usePageKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKeyDown = useEffectEvent(onKeyDown);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
