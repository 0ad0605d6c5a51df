import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePopup } from '../../../ui/use-popup.ts';
import { useBackCloses } from '../../use-back-closes.ts';

/** A pointer that leaves for a moment has not left. */
const CLOSE_AFTER_MS = 150;

/**
 * Links and buttons below the button that shows them: a mouse opens them by coming and closes them by leaving, the
 * keyboard does so with its focus, and a finger by pressing. What was pressed for the system's Back closes, too.
 */
export function useHoverMenu(wrapRef: RefObject<HTMLElement | null>) {
  const { isOpen, setIsOpen, close, wrapProps } = usePopup(wrapRef);
  const [isPressed, setIsPressed] = useState(false);
  const pressedBy = useRef('');
  const isWindowLeft = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A mouse or the keyboard's focus that only comes by leaves nothing in the history.
  const hasPlace = isOpen && isPressed;
  useBackCloses(hasPlace, close);
  const open = (byPress: boolean) => {
    if (!isOpen) setIsPressed(byPress);
    setIsOpen(true);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isOpen,
    /** Whether it has a place in the history, which whatever it leads to takes over. */
    hasPlace,
    wrapProps: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        open(false);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        timer.current = setTimeout(() => {
          // Whoever is in there by keyboard stays, wherever the mouse goes.
          if (!wrapRef.current?.querySelector(':focus-visible')) close();
        }, CLOSE_AFTER_MS);
      },
      onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
        // Nobody has led it here where it comes back: from what has closed, from a dialog, to this window.
        const isBack =
          isWindowLeft.current ||
          currentTarget.contains(relatedTarget) ||
          relatedTarget?.closest('dialog');
        isWindowLeft.current = false;
        if (!isBack && target.matches(':focus-visible')) open(false);
      },
      onBlur: (event: FocusEvent) => {
        wrapProps.onBlur(event);
        isWindowLeft.current = event.target === document.activeElement;
      },
    },
    buttonProps: {
      'aria-expanded': isOpen,
      onPointerDown: (event: PointerEvent) => {
        pressedBy.current = event.pointerType;
      },
      onKeyDown: ({ key, shiftKey }: KeyboardEvent) => {
        // The focus may leave the page by that, where nothing tells that it is elsewhere.
        if (key === 'Tab' && shiftKey) setIsOpen(false);
      },
      onClick: ({ detail }: MouseEvent) => {
        // A mouse and the focus have opened it by being there; a press (of Enter: without a pointer) must not
        // close it again.
        if (detail === 0 || pressedBy.current === 'mouse' || !isOpen) open(true);
        else setIsOpen(false);
      },
    },
    listProps: { onClick: close },
  };
}
