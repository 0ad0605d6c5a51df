import { type RefObject, useEffect, useRef } from 'react';
import { useListeners } from '../ui/use-listeners.ts';

/** How long a finger must stay, in ms, and how far it may move, in px. */
const LONG_PRESS_MS = 500;
const SLACK_PX = 10;

/** In px from the corner of the window. */
export interface Point {
  x: number;
  y: number;
}

interface Requests<Target> {
  /** Undefined: nothing with a menu of its own. */
  find: (event: Event) => Target | undefined;
  /** A menu is requested: by a right click or a long press at `point`, or by the menu key or Shift+F10. */
  onRequest: (target: Target, point: Point | null) => void;
  /** The pointer or the focus is there. */
  onArrive: (target: Target) => void;
  onKey: (target: Target, event: KeyboardEvent) => boolean;
  onScroll?: () => void;
}

/** Requests for a menu of something inside the box. Shift and a right click open the browser's own menu. */
export function useMenuRequests<Target>(
  boxRef: RefObject<HTMLElement | null>,
  { find, onRequest, onArrive, onKey, onScroll }: Requests<Target>,
): void {
  const press = useRef<Point & { timer: ReturnType<typeof setTimeout> }>(undefined);
  /** By the last press. */
  const hasOpened = useRef(false);

  const request = (target: Target, point: Point | null) => {
    hasOpened.current = true;
    onRequest(target, point);
  };
  const cancelPress = () => clearTimeout(press.current?.timer);
  const arrive = (event: Event) => {
    const target = find(event);
    if (target) onArrive(target);
  };

  useEffect(() => () => clearTimeout(press.current?.timer), []);
  useListeners(() => boxRef.current, {
    focusin: arrive,
    contextmenu(event) {
      const target = find(event);
      if (!target || (event.shiftKey && event.button === 2)) return;
      event.preventDefault();
      cancelPress();
      // By the keyboard it comes without a place.
      const isPlaced = event.button === 2 || event.clientX > 0;
      request(target, isPlaced ? { x: event.clientX, y: event.clientY } : null);
    },
    keydown(event) {
      const target = find(event);
      if (!target) return;
      if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        request(target, null);
      } else if (!onKey(target, event)) return;
      event.preventDefault();
    },
    pointerdown(event) {
      hasOpened.current = false;
      cancelPress();
      const target = event.pointerType === 'touch' ? find(event) : undefined;
      if (!target) return;
      const point = { x: event.clientX, y: event.clientY };
      // Safari on phones has no event for it.
      const timer = setTimeout(() => request(target, point), LONG_PRESS_MS);
      press.current = { timer, ...point };
    },
    pointermove(event) {
      arrive(event);
      const { clientX, clientY } = event;
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) cancelPress();
    },
    pointerup: cancelPress,
    pointercancel: cancelPress,
    // The finger that has opened the menu neither moves the focus nor presses something when it leaves.
    touchend: (event) => hasOpened.current && event.preventDefault(),
    scroll: () => onScroll?.(),
  });
}
