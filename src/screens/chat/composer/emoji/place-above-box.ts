/** From the box's lower edge to the upper edge of the visible conversation. */
const REACH = '(var(--seen-h, 100dvh) - 2 * var(--gutter) - var(--composer-foot) - 9px)';

/**
 * Fits a panel into the space above the box, which shrinks with every line. If that is less than `height`, the panel
 * covers the upper part of the box. A percentage is one of the box's height.
 */
export function placeAboveBox(height: string) {
  const start = `min(100% + 8px, ${REACH} - ${height})`;
  return { insetBlockEnd: start, maxHeight: `calc(${REACH} - ${start})` };
}
