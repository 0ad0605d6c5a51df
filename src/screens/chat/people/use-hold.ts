import { useEffect, useEffectEvent, useRef } from 'react';

/** A pointer that has not moved for so long does not aim at a row. In ms. */
const REST_MS = 1_500;

/**
 * Holds what these handlers are put on while a pointer moves over it or presses: nothing there may change places right
 * before a click. A pointer that rests holds nothing, or what comes meanwhile could stay out of sight.
 */
export function useHold(onHold: (isHeld: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const release = () => {
    clearTimeout(timer.current);
    onHold(false);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, REST_MS);
    onHold(true);
  };

  // No event tells of what goes away from under a pointer.
  const releaseGone = useEffectEvent(release);
  useEffect(() => () => releaseGone(), []);

  return { onPointerMove: hold, onPointerDown: hold, onPointerLeave: release };
}
