/**
 * Media queries for css objects. Custom properties do not reach them, so the breakpoints stand here, as
 * in tokens.css. They are in em of 16 px, unless the reader has set the browser to larger text: then
 * there is less room for words, and a layout for less room.
 */

/** Below 768 px: one column. */
export const small = '@media (max-width: 47.999em)';
/** Below 360 px, as the smallest phones are, and larger ones with large text. */
export const narrow = '@media (max-width: 22.499em)';
/** From 768 px. */
export const medium = '@media (min-width: 48em)';
/** From 768 to 1099 px only. */
export const mediumOnly = '@media (min-width: 48em) and (max-width: 68.749em)';
/** From 1100 px. */
export const large = '@media (min-width: 68.75em)';
/** Below 640 px of height, as on a phone held sideways or in half a window. */
export const short = '@media (max-height: 39.999em)';
/** Fingers rather than a mouse. */
export const coarse = '@media (pointer: coarse)';
/** Neither mouse nor trackpad, and so most likely no keyboard either. */
export const fingersAlone = '@media not all and (any-pointer: fine)';
/** A pointer that can rest on something. After a touch, `:hover` alone would stick to what was touched. */
export const canHover = '@media (hover: hover)';
/** The system paints in its own few colours: grounds and shadows go, so what they told needs an edge. */
export const forcedColors = '@media (forced-colors: active)';
/** The person asked for less movement. */
export const reducedMotion = '@media (prefers-reduced-motion: reduce)';
