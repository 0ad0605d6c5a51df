import { type RefObject, useEffect } from 'react';

/**
 * Keeps a screen clear of an on-screen keyboard that covers the page, as on iPhones and iPads, instead of
 * making it shorter. By itself the browser pushes the page up there, and with it the bar out of sight.
 * `--seen-h` tells what is in the screen how much of it is seen, and `--seen-top` what is fixed to the page
 * where that begins.
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
      // Enlarged by two fingers, the page shows what these have chosen.
      if (seen.scale !== 1 || seen.height > page.clientHeight - 1) {
        reset();
        return;
      }
      // As far as the page was pushed up.
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
