import type { KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePopup } from './use-popup.ts';

/**
 * A menu beside the button that opens it, both inside `wrapRef`: what keys do. Nothing is done before an item is
 * pressed. A choice, Escape and Tab lead the focus back to the button.
 */
export function useMenu(wrapRef: RefObject<HTMLElement | null>) {
  const { isOpen, setIsOpen, close, wrapProps } = usePopup(wrapRef);

  const items = () => [
    ...(wrapRef.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
  ];
  const openAt = (index: number) => {
    flushSync(() => setIsOpen(true));
    items().at(index)?.focus();
  };

  return {
    isOpen,
    openAt,
    close,
    wrapProps,
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
