import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { findMenuTarget } from '../../../ui/menu-keys.ts';
import { useBackCloses } from '../../use-back-closes.ts';

/**
 * A menu beside a button, both inside `wrapRef`. It opens when the button is pressed, and by the arrows on it;
 * nothing is done before an item is pressed. It closes by a choice, by Escape, by the system's Back and by
 * turning to anything else.
 */
export function usePressMenu(wrapRef: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);

  const items = () => [
    ...(wrapRef.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
  ];
  const openAt = (index: number) => {
    flushSync(() => setIsOpen(true));
    items().at(index)?.focus();
  };
  const close = () => {
    buttonRef.current?.focus();
    setIsOpen(false);
  };

  useBackCloses(isOpen, close);

  useEffect(() => {
    if (!isOpen) return;
    const handlePress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !wrapRef.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [isOpen, wrapRef]);

  return {
    isOpen,
    wrapProps: {
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        // Nothing takes the focus when the window loses it, and when an item goes that had it.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // Escape closes one thing at a time, and an open menu comes first.
        event.preventDefault();
        close();
      },
    },
    buttonProps: {
      ref: buttonRef,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => {
        if (isOpen) close();
        else openAt(0);
      },
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
        const target = findMenuTarget(event.key, current, all.length);
        if (target === undefined) return;
        event.preventDefault();
        all[target]?.focus();
      },
    },
  } as const;
}
