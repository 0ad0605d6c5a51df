import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/**
 * A menu beside the button that opens it, both inside `wrapRef`: what keys do, and what closes it. Nothing is
 * done before an item is pressed. A choice, Escape and Tab lead the focus back to the button.
 */
export function useMenu(wrapRef: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);

  const items = () => [
    ...(wrapRef.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
  ];
  const openAt = (index: number) => {
    flushSync(() => setIsOpen(true));
    items().at(index)?.focus();
  };
  const close = () => {
    // Whoever is elsewhere stays there: a pointer opens menus, too.
    if (wrapRef.current?.contains(document.activeElement)) {
      wrapRef.current.querySelector('button')?.focus();
    }
    setIsOpen(false);
  };

  const handlePress = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !wrapRef.current?.contains(target)) setIsOpen(false);
  });
  const handleEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Escape closes one thing at a time, and an open menu comes first, wherever the focus is.
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
    openAt,
    close,
    wrapProps: {
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        // Nothing takes the focus when the window loses it, and when an item goes that had it.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      },
    },
    buttonProps: {
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowDown') openAt(0);
        else if (event.key === 'ArrowUp') openAt(-1);
        else return;
        event.preventDefault();
      },
    },
    menuProps: {
      onClick: close,
      onKeyDown: (event: KeyboardEvent) => {
        // The focus goes on from the button, as if the menu had not been there.
        if (event.key === 'Tab') close();
        const all = items();
        const current = all.findIndex((item) => item.matches(':focus'));
        const target = findTarget(event.key, current, all.length);
        if (target === undefined) return;
        event.preventDefault();
        all[target]?.focus();
      },
    },
  } as const;
}

/** Which of `count` items a key leads to; undefined for a key that leads nowhere. The arrows go round. */
function findTarget(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
