import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { matchesMedia } from '../../../ui/matches-media.ts';
import { coarse } from '../../../ui/media.ts';
import { useMenu } from '../../../ui/use-menu.ts';
import { useBackCloses } from '../../use-back-closes.ts';

/** A pointer that leaves for a moment has not left. */
const CLOSE_AFTER_MS = 150;

/**
 * A menu that a mouse opens by coming and closes by leaving; a finger and the keyboard by pressing the button,
 * and the keyboard lands on the first item. Under a finger the system's Back closes it, too.
 */
export function useHoverMenu(wrapRef: RefObject<HTMLElement | null>) {
  const { isOpen, setIsOpen, openAt, close, wrapProps, buttonProps, menuProps } = useMenu(wrapRef);
  const pressedBy = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A mouse that only comes by leaves nothing in the history.
  const hasPlace = useBackCloses(isOpen && matchesMedia(coarse), close);

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isOpen,
    /** Whether it has a place in the history, which whatever it leads to takes over. */
    hasPlace,
    wrapProps: {
      ...wrapProps,
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        setIsOpen(true);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        timer.current = setTimeout(close, CLOSE_AFTER_MS);
      },
    },
    buttonProps: {
      ...buttonProps,
      onPointerDown: (event: PointerEvent) => {
        pressedBy.current = event.pointerType;
      },
      onClick: (event: MouseEvent) => {
        // Enter and Space: a click without a pointer.
        if (event.detail === 0) openAt(0);
        // A mouse has already opened it by being there; its press must not close it again.
        else setIsOpen(pressedBy.current === 'mouse' || !isOpen);
      },
    },
    menuProps,
  };
}
