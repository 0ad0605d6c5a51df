import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Asks before any navigation that would discard edits (`hasEdits`). */
export function useLeave(hasEdits: boolean) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  useBlocker({
    disabled: !hasEdits,
    shouldBlockFn: ({ current, next }) => {
      // Things open over the editor have history entries too.
      const isLeaving = next.pathname !== current.pathname;
      if (isLeaving) setIsAsking(true);
      return isLeaving;
    },
  });

  /** Navigates to the chats without a history entry by which the system's Back would return to the editor. */
  function go(ignoreBlocker: boolean): void {
    // Within the app only the chats lead here.
    const { overlays = [] } = history.location.state;
    if (history.canGoBack()) history.go(-1 - overlays.length, { ignoreBlocker });
    else void navigate({ to: '/', replace: true, ignoreBlocker });
  }

  return {
    /** Whether the person is being asked. */
    isAsking,
    stay: () => setIsAsking(false),
    leaveOrAsk: () => go(false),
    /** Without a question: edits are saved or discarded. */
    leaveWithoutAsking: () => go(true),
  };
}
