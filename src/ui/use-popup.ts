import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from './composing.ts';

/**
 * When a popup beside its button closes, both inside `wrapRef`: on a press or focus elsewhere, and on Escape. If the
 * focus was inside, it moves to the button.
 */
export function usePopup(wrapRef: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);

  const close = () => {
    // A focus elsewhere stays there: a pointer may also open it.
    if (wrapRef.current?.contains(document.activeElement)) {
      wrapRef.current.querySelector('button')?.focus();
    }
    setIsOpen(false);
  };

  const handlePress = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !wrapRef.current?.contains(target)) setIsOpen(false);
  });
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    // Escape closes one thing at a time; this popup comes first, wherever the focus is.
    event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!isOpen) return;
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', (event) => handlePress(event), { signal });
    document.addEventListener('keydown', (event) => handleEscape(event), { signal, capture: true });
    return () => listening.abort();
  }, [isOpen]);

  return {
    isOpen,
    setIsOpen,
    close,
    wrapProps: {
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        // No element gets the focus when the window loses it, or when the focused element is removed.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      },
    },
  };
}
