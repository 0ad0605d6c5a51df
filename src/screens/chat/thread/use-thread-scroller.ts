import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { ThreadScroller } from './thread-scroller.ts';

/** What the reader does by hand. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

interface Options {
  /** Holds the `ThreadScroller` for as long as the view stands. */
  controller: RefObject<ThreadScroller | null>;
  /** The column-reverse box that scrolls, and what it holds. */
  scrollerRef: RefObject<HTMLElement | null>;
  threadRef: RefObject<HTMLElement | null>;
  /** The reader moves by hand, or is about to. */
  onReader: () => void;
  onScroll: () => void;
  /** Either of them has another size. */
  onResize: () => void;
  /** The view goes. */
  onLeave: () => void;
}

/** Makes a `ThreadScroller`, and tells of what the reader and the browser do. */
export function useThreadScroller({ controller, scrollerRef, threadRef, ...told }: Options): void {
  const handleReader = useEffectEvent(told.onReader);
  const handleScroll = useEffectEvent(told.onScroll);
  const handleResize = useEffectEvent(told.onResize);
  const handleLeave = useEffectEvent(told.onLeave);

  useLayoutEffect(() => {
    const box = scrollerRef.current;
    const thread = threadRef.current;
    if (!box || !thread) return;
    const scroller = new ThreadScroller(box, thread);
    controller.current = scroller;
    const listening = new AbortController();
    const passively = { passive: true, signal: listening.signal };
    box.addEventListener('scroll', () => handleScroll(), passively);
    for (const name of BY_HAND) box.addEventListener(name, () => handleReader(), passively);
    const resizes = new ResizeObserver(() => handleResize());
    resizes.observe(box);
    resizes.observe(thread);
    return () => {
      handleLeave();
      listening.abort();
      scroller.stop();
      resizes.disconnect();
      controller.current = null;
    };
  }, [controller, scrollerRef, threadRef]);
}
