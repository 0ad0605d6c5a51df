/**
 * Media queries for css objects. Custom properties do not work in them, so the breakpoints of tokens.css are repeated
 * here. They are in em of 16 px, or more if the reader has set larger text in the browser: then there is less room for
 * text, so a layout for less room is used.
 */
import { useSyncExternalStore } from 'react';

/** Below 768 px: one column. */
export const small = '@media (max-width: 47.999em)';
/** From 768 px. */
export const medium = '@media (min-width: 48em)';
/** From 768 to 1099 px only. */
export const mediumOnly = '@media (min-width: 48em) and (max-width: 68.749em)';
/** From 1100 px. */
export const large = '@media (min-width: 68.75em)';
/** Less than 640 px high: a phone held sideways, or half a window. */
export const short = '@media (max-height: 39.999em)';
/** Fingers instead of a mouse. */
export const coarse = '@media (pointer: coarse)';
/** Neither mouse nor trackpad, so probably no keyboard either. */
export const fingersAlone = '@media not all and (any-pointer: fine)';
/** A pointer that can hover. After a touch, `:hover` alone would stay on the touched element. */
export const canHover = '@media (hover: hover)';
/** The system's forced colours: backgrounds and shadows disappear, so edges must replace them. */
export const forcedColors = '@media (forced-colors: active)';
/** The person asked for reduced motion. */
export const reducedMotion = '@media (prefers-reduced-motion: reduce)';

const find = (query: string): MediaQueryList => matchMedia(query.replace('@media ', ''));

/** Whether a media query matches now: one of `media.ts`, as css objects use them. */
export const matchesMedia = (query: string): boolean => find(query).matches;

/** The same for a component, which renders when that changes. */
export function useMatchesMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = find(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchesMedia(query),
  );
}
