import type { KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { moveIndex } from '../ui/move-index.ts';
import { type PopupOptions, usePopup } from './use-popup.ts';

/**
 * A menu beside the button that opens it, both inside `wrapRef`. Nothing is chosen before an item is pressed. A choice,
 * Escape and Tab return the focus to the button.
 */
export function useMenu(wrapRef: RefObject<HTMLElement | null>, options?: PopupOptions) {
  const { isOpen, setIsOpen, close, wrapProps } = usePopup(wrapRef, options);

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
      onClick: () => (isOpen ? close() : openAt(0)),
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
        const target = moveIndex(event.key, current, all.length, { wraps: true });
        if (target === undefined) return;
        event.preventDefault();
        all[target]?.focus();
      },
    },
  } as const;
}
