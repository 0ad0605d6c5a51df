import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clearSelection, getSelectedUserId } from '../../stores/selection.ts';
import { matchesMedia } from '../../ui/matches-media.ts';
import { small } from '../../ui/media.ts';
import { isOverlay } from '../use-back-closes.ts';

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
    if (!matchesMedia(small)) return;
    // What led here from over the list leaves its place to the conversation.
    const enter = isOverlay(history) ? history.replace : history.push;
    if (!isConversation(history)) enter(history.location.href, { isConversation: true });
    const stop = history.subscribe(() => {
      if (!isConversation(history)) clearSelection();
    });
    return () => {
      stop();
      // Left in another way: the place goes with it. From one person to another it stays.
      if (getSelectedUserId() === null && isConversation(history)) history.back();
    };
  }, [history]);
  return () => {
    if (isConversation(history)) history.go(isOverlay(history) ? -2 : -1);
    else onBack();
  };
}

const isConversation = ({ location }: RouterHistory): boolean =>
  location.state.isConversation === true;
