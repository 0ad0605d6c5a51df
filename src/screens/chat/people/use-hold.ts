import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { getUnseenCounts, type UnseenCounts } from '../../../stores/unseen.ts';

/** A pointer that has not moved for this long does not aim at a row. In ms. */
const REST_MS = 1_500;

export interface Hold {
  /** The unseen counts at its beginning; null: nothing is held. */
  since: UnseenCounts | null;
  release: () => void;
  /** For the button over the list: while the pointer is on it, the order stays. */
  buttonRef: RefObject<HTMLDivElement | null>;
  buttonProps: { onPointerEnter: () => void; onPointerLeave: () => void };
}

/**
 * Holds the order while a pointer moves over the list or presses: nothing may change places just before a click. A
 * resting pointer holds nothing.
 */
export function useHold(
  listRef: RefObject<HTMLElement | null>,
  onHold: (isHeld: boolean) => void,
): Hold {
  const [since, setSince] = useState<UnseenCounts | null>(null);
  const buttonRef = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stopTimer = () => clearTimeout(timer.current);
  const release = () => {
    stopTimer();
    setSince(null);
    onHold(false);
  };
  const startTimer = () => {
    stopTimer();
    timer.current = setTimeout(release, REST_MS);
  };
  const handleMove = useEffectEvent(() => {
    startTimer();
    setSince((before) => before ?? getUnseenCounts());
    onHold(true);
  });
  const handleLeave = useEffectEvent(({ relatedTarget }: PointerEvent) => {
    if (relatedTarget instanceof Node && buttonRef.current?.contains(relatedTarget)) return;
    release();
  });
  const handleGone = useEffectEvent(release);

  useEffect(() => {
    const list = listRef.current;
    const listening = new AbortController();
    const { signal } = listening;
    list?.addEventListener('pointermove', () => handleMove(), { signal });
    list?.addEventListener('pointerdown', () => handleMove(), { signal });
    list?.addEventListener('pointerleave', (event) => handleLeave(event), { signal });
    return () => {
      listening.abort();
      // No event says that an element moved away from under a pointer.
      handleGone();
    };
  }, [listRef]);

  const buttonProps = { onPointerEnter: stopTimer, onPointerLeave: startTimer };
  return { since, release, buttonRef, buttonProps };
}
