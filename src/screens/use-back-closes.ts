import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { matchesMedia } from '../ui/matches-media.ts';
import { coarse, small } from '../ui/media.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Something stands over the screen: going back takes it away. Tells one such thing from another. */
    overlay?: number;
  }
}

let lastOverlay = 0;

/**
 * On a small or a touch screen the system's Back takes away what stands over the screen, and not the
 * screen with it.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || ![small, coarse].some(matchesMedia)) return;
    const overlay = ++lastOverlay;
    const { href, state } = history.location;
    const place = { ...state, overlay };
    if (isOverlay(history)) history.replace(href, place);
    else history.push(href, place);
    const stop = history.subscribe(() => {
      if (!isOverlay(history)) close();
    });
    return () => {
      stop();
      // Closed in another way: its place goes with it, if nothing has taken that over by then.
      setTimeout(() => {
        if (history.location.state.overlay === overlay) history.back();
      });
    };
  }, [history, isOpen]);
}

export const isOverlay = ({ location }: RouterHistory): boolean =>
  location.state.overlay !== undefined;
