import { type RefObject, useEffect } from 'react';

/**
 * Keeps a screen clear of an on-screen keyboard that covers the page, as on iPhones and iPads, instead of making it
 * shorter. The browser would push the page up, and the bar out of sight. `--seen-h` is the visible height of the
 * screen, and `--seen-top` is where it begins for elements fixed to the page.
 */
export function useKeyboardRoom(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    const screen = ref.current?.closest('main');
    if (!seen || !screen) return;

    const { style } = screen;
    const page = document.documentElement;
    const reset = () => {
      page.style.removeProperty('--seen-top');
      style.removeProperty('--seen-h');
      style.height = '';
      style.translate = '';
    };
    const adapt = () => {
      // After pinch zoom, the page shows the part that the person has chosen.
      if (seen.scale !== 1 || seen.height > page.clientHeight - 1) {
        reset();
        return;
      }
      // How far the page was pushed up.
      page.style.setProperty('--seen-top', `${seen.offsetTop}px`);
      style.setProperty('--seen-h', `${seen.height}px`);
      style.height = 'var(--seen-h)';
      style.translate = '0 var(--seen-top)';
    };

    const listening = new AbortController();
    const { signal } = listening;
    seen.addEventListener('resize', adapt, { signal });
    seen.addEventListener('scroll', adapt, { signal });
    adapt();
    return () => {
      listening.abort();
      reset();
    };
  }, [ref]);
}
