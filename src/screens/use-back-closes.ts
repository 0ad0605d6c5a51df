import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { enterOverlay } from './history-entries.ts';

/** The browser's Back closes what is open over the screen, and not the screen itself. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    return enterOverlay(history, () => close());
  }, [history, isOpen]);
}
