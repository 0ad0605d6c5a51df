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
import { usePopup } from '../../use-popup.ts';

/** A pointer that leaves for a moment has not left. */
const CLOSE_AFTER_MS = 150;

/**
 * Links and buttons below the button that shows them: they open and close by mouse hover, keyboard focus, or touch. If
 * they were opened by a press, the system's Back also closes them.
 */
export function useHoverMenu(wrapRef: RefObject<HTMLElement | null>) {
  const [isPressed, setIsPressed] = useState(false);
  // Hover or focus alone adds nothing to the history.
  const { isOpen, setIsOpen, close, wrapProps } = usePopup(wrapRef, { closesByBack: isPressed });
  const pressedBy = useRef('');
  const isWindowLeft = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = (byPress: boolean) => {
    if (!isOpen) setIsPressed(byPress);
    setIsOpen(true);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isOpen,
    /** Links replace that entry. */
    hasHistoryEntry: isOpen && isPressed,
    wrapProps: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        open(false);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        timer.current = setTimeout(() => {
          // If the keyboard focus is inside, it stays open, wherever the mouse goes.
          if (!wrapRef.current?.querySelector(':focus-visible')) close();
        }, CLOSE_AFTER_MS);
      },
      onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
        // The person has not moved the focus here if it returns: from a closed menu, a dialog, or to this window.
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
        // The focus may leave the page here, and then no event says that it is elsewhere.
        if (key === 'Tab' && shiftKey) setIsOpen(false);
      },
      onClick: ({ detail }: MouseEvent) => {
        // Hover or focus has opened it; a press (of Enter: without a pointer) must not close it again.
        if (detail === 0 || pressedBy.current === 'mouse' || !isOpen) open(true);
        else setIsOpen(false);
      },
    },
    listProps: { onClick: close },
  };
}
