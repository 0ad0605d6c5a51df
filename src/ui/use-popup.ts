import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Something beside the button that opens it, both inside `wrapRef`: what closes it. It goes with a press or the
 * focus elsewhere and with Escape, and whoever was in it finds the focus on the button.
 */
export function usePopup(wrapRef: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);

  const close = () => {
    // Whoever is elsewhere stays there: a pointer opens it, too.
    if (wrapRef.current?.contains(document.activeElement)) {
      wrapRef.current.querySelector('button')?.focus();
    }
    setIsOpen(false);
  };

  const handlePress = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !wrapRef.current?.contains(target)) setIsOpen(false);
  });
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Escape closes one thing at a time, and what is open here comes first, wherever the focus is.
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
        // Nothing takes the focus when the window loses it, and when something goes that had it.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      },
    },
  };
}
