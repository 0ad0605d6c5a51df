import type { KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePopup } from './use-popup.ts';

/**
 * The keys of a menu beside its button, both inside `wrapRef`. Nothing is chosen before an item is pressed. A choice,
 * Escape and Tab return the focus to the button.
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
        // The focus continues from the button, as if the menu did not exist.
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

/** The item, of `count`, that a key moves to; undefined for other keys. Arrow keys wrap around. */
function findTarget(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      // Without a focused item, the last one.
      return (Math.max(current, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
