import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Tells when a hand comes to what these handlers are put on, and when it leaves: a pointer over it, or
 * the keyboard's focus in it.
 */
export function useHold(onHold: (isHeld: boolean) => void) {
  const hands = useRef(new Set<'pointer' | 'focus'>());

  function change(hand: 'pointer' | 'focus', isThere: boolean): void {
    const wasHeld = hands.current.size > 0;
    if (isThere) hands.current.add(hand);
    else hands.current.delete(hand);
    const isHeld = hands.current.size > 0;
    if (isHeld !== wasHeld) onHold(isHeld);
  }

  // What goes away under a hand is not held any more, and no event tells so.
  const release = useEffectEvent(() => onHold(false));
  useEffect(() => () => release(), []);

  return {
    onPointerEnter: () => change('pointer', true),
    onPointerLeave: () => change('pointer', false),
    onFocus: ({ target }: FocusEvent) => change('focus', target.matches(':focus-visible')),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) change('focus', false);
    },
  };
}
