import { type HistoryState, type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { matchesMedia } from '../ui/matches-media.ts';
import { coarse, small } from '../ui/media.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What stands over the screen, the topmost last: going back takes that one away. */
    overlays?: readonly number[];
  }
}

/** Those that are open. What has closed keeps its place for a moment. */
const open = new Set<number | undefined>();

/**
 * On a small or a touch screen the system's Back takes away what stands over the screen, and not the
 * screen with it: it has a place of its own in the history. Returns whether it has.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): boolean {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  const hasPlace = isOpen && [small, coarse].some(matchesMedia);
  useEffect(() => {
    if (!hasPlace) return;
    // A count would begin anew with a reload, and the places from before it are still there.
    const overlay = Math.random();
    const settle = () => {
      const overlays = listOverlays(history);
      if (!overlays.includes(overlay)) {
        stop();
        if (open.has(overlay)) close();
      } else if (!open.has(overlay) && overlays.at(-1) === overlay) {
        stop();
        history.back();
      }
    };
    enterPlace(history, { overlays: [overlay] });
    open.add(overlay);
    const stop = history.subscribe(settle);
    return () => {
      open.delete(overlay);
      // Closed in another way: its place goes with it, if nothing has taken that over by then.
      setTimeout(settle);
    };
  }, [history, hasPlace]);
  return hasPlace;
}

/** Adds a place to the history; in that of what has closed, if this is the last. */
export function enterPlace(
  history: RouterHistory,
  { overlays = [], ...added }: HistoryState,
): void {
  const { href, state } = history.location;
  const all = listOverlays(history);
  const below = isCovered(history) ? all : all.slice(0, -1);
  const enter = below.length < all.length ? history.replace : history.push;
  enter(href, { ...state, ...added, overlays: [...below, ...overlays] });
}

/** Whether something stands over the screen that has a place. */
export const isCovered = (history: RouterHistory): boolean =>
  open.has(listOverlays(history).at(-1));

export const listOverlays = ({ location }: RouterHistory): readonly number[] =>
  location.state.overlays ?? [];
