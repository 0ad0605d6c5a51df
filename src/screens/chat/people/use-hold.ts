import { useEffect, useEffectEvent, useRef } from 'react';

/** A pointer that has not moved for this long does not aim at a row. In ms. */
const REST_MS = 1_500;

/**
 * Holds the order while a pointer moves over the element or presses: nothing may change places just before a click. A
 * resting pointer holds nothing, or new entries could stay hidden.
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

  // No event says that an element moved away from under a pointer.
  const releaseGone = useEffectEvent(release);
  useEffect(() => () => releaseGone(), []);

  return { onPointerMove: hold, onPointerDown: hold, onPointerLeave: release };
}
