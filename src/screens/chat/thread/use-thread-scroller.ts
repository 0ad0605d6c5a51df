import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { ThreadScroller } from './thread-scroller.ts';

/** The reader's own scrolling. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

interface Options {
  /** Keeps the `ThreadScroller` for the life of the view. */
  controller: RefObject<ThreadScroller | null>;
  /** The scrolling column-reverse box and its content. */
  scrollerRef: RefObject<HTMLElement | null>;
  threadRef: RefObject<HTMLElement | null>;
  /** The reader scrolls, or is about to. */
  onReader: () => void;
  onScroll: () => void;
  /** The size of one of them has changed. */
  onResize: () => void;
  /** The view is removed. */
  onLeave: () => void;
}

/** Creates a `ThreadScroller`, and reports movements by the reader and the browser. */
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
