import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { findMenuTarget } from '../../../ui/menu-keys.ts';

/** A pointer that leaves for a moment has not left. */
const CLOSE_AFTER_MS = 150;

/**
 * A menu under a button, both inside `wrapRef`. A mouse opens it by coming and closes it by leaving;
 * a finger and the keyboard by pressing the button, and the keyboard lands on the first item.
 */
export function useHoverMenu(wrapRef: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const pressedBy = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const items = () => [
    ...(wrapRef.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
  ];
  const openAt = (index: number) => {
    flushSync(() => setIsOpen(true));
    items().at(index)?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    const handleOutside = (event: Event) => {
      if (event.target instanceof Node && !wrapRef.current?.contains(event.target)) {
        setIsOpen(false);
      }
    };
    const handleEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes one thing at a time, and an open menu comes first.
      event.preventDefault();
      setIsOpen(false);
      if (wrapRef.current?.contains(document.activeElement)) {
        focusButton(wrapRef.current);
      }
    };
    document.addEventListener('pointerdown', handleOutside);
    document.addEventListener('keydown', handleEscape, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', handleOutside);
      document.removeEventListener('keydown', handleEscape, { capture: true });
    };
  }, [isOpen, wrapRef]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isOpen,
    wrapProps: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        setIsOpen(true);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        timer.current = setTimeout(() => setIsOpen(false), CLOSE_AFTER_MS);
      },
    },
    buttonProps: {
      'aria-expanded': isOpen,
      onPointerDown: (event: PointerEvent) => {
        pressedBy.current = event.pointerType;
      },
      onClick: (event: MouseEvent) => {
        // Enter and Space: a click without a pointer.
        if (event.detail === 0) openAt(0);
        // A mouse has already opened it by being there; its press must not close it again.
        else setIsOpen(pressedBy.current === 'mouse' || !isOpen);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowDown') openAt(0);
        else if (event.key === 'ArrowUp') openAt(-1);
        else return;
        event.preventDefault();
      },
    },
    menuProps: {
      onClick: () => setIsOpen(false),
      onKeyDown: (event: KeyboardEvent) => {
        const all = items();
        const current = all.findIndex((item) => item.matches(':focus'));
        if (event.key === 'Tab') {
          focusButton(wrapRef.current);
          setIsOpen(false);
          return;
        }
        const target = findMenuTarget(event.key, current, all.length);
        if (target === undefined) return;
        event.preventDefault();
        all[target]?.focus();
      },
    },
  };
}

const focusButton = (wrap: HTMLElement | null) =>
  wrap?.querySelector<HTMLElement>('button')?.focus();
