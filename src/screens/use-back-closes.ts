import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { withHistoryEntries } from './load-history-entries.ts';

/** The browser's Back closes what is open over the screen, and not the screen itself. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    let isClosed = false;
    let leave = () => {};
    withHistoryEntries(history, ({ enterOverlay }) => {
      if (!isClosed) leave = enterOverlay(history, () => close());
    });
    return () => {
      isClosed = true;
      leave();
    };
  }, [history, isOpen]);
}
