import { useEffect, useEffectEvent, useRef } from 'react';

/** For Enter that is pressed before there are results: `onEnter` is called when they are ready. */
export function useEarlyEnter(isReady: boolean, onEnter: () => void) {
  const isPending = useRef(false);
  const handleReady = useEffectEvent(() => {
    if (isPending.current) onEnter();
    isPending.current = false;
  });
  useEffect(() => {
    if (isReady) handleReady();
  }, [isReady]);
  return {
    enterWhenReady() {
      isPending.current = true;
    },
    /** What was typed has changed. */
    forgetEnter() {
      isPending.current = false;
    },
  };
}
