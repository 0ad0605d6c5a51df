import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clearSelection, getSelectedUserId } from '../../stores/selection.ts';
import { matchesMedia } from '../../ui/matches-media.ts';
import { small } from '../../ui/media.ts';
import { enterPlace, isCovered, listOverlays } from '../use-back-closes.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Somebody's conversation stands in the list's place: going back returns to the list. */
    isConversation?: boolean;
  }
}

/**
 * On a small screen an open conversation is a place of its own: the system's Back leads from it to the
 * list and not out of the app. Returns what the arrow in the conversation does.
 */
export function useWayBack(onBack: () => void): () => void {
  const { history } = useRouter();
  useEffect(() => {
    let isInside = false;
    const follow = () => {
      if (isConversation(history)) isInside = true;
      else if (isInside) clearSelection();
      // Not between what stands over the screen and its place: a phone may be turned under a picture.
      else if (matchesMedia(small) && !isCovered(history)) {
        enterPlace(history, { isConversation: true });
      }
    };
    const stop = history.subscribe(follow);
    follow();
    // A phone that is turned upright has a small screen from then on.
    window.addEventListener('resize', follow);
    return () => {
      stop();
      window.removeEventListener('resize', follow);
      // Left in another way: the place goes with it. From one person to another it stays.
      if (getSelectedUserId() === null && isConversation(history)) history.back();
    };
  }, [history]);
  return () => {
    if (isConversation(history)) history.go(-1 - listOverlays(history).length);
    else onBack();
  };
}

const isConversation = ({ location }: RouterHistory): boolean =>
  location.state.isConversation === true;
