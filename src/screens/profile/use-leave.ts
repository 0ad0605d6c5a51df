import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Leaves `hasEdits` behind only when the person says so, whichever way they go. */
export function useLeave(hasEdits: boolean) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  useBlocker({
    disabled: !hasEdits,
    shouldBlockFn: ({ current, next }) => {
      // What opens and closes over the editor has places in the history, too.
      const isLeaving = next.pathname !== current.pathname;
      if (isLeaving) setIsAsking(true);
      return isLeaving;
    },
  });

  /** Leads to the chats, and leaves no step behind by which the system's Back would return to the editor. */
  function go(ignoreBlocker: boolean): void {
    // Within the app nothing else leads here but the chats.
    const { overlays = [] } = history.location.state;
    if (history.canGoBack()) history.go(-1 - overlays.length, { ignoreBlocker });
    else void navigate({ to: '/', replace: true, ignoreBlocker });
  }

  return {
    /** Whether the person is to say if they leave. */
    isAsking,
    stay: () => setIsAsking(false),
    leave: () => go(false),
    /** Without a question: what was edited is saved, or given up. */
    leaveAtOnce: () => go(true),
  };
}
