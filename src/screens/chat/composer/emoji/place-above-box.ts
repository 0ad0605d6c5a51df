/** From the box's lower edge to the upper edge of what is seen of the conversation. */
const REACH = '(var(--seen-h, 100dvh) - 2 * var(--gutter) - var(--composer-foot) - 9px)';

/**
 * Places what opens above the box into the room that there is, which grows less with every line. Where that
 * is not even `height`, it covers the upper part of the box. A percentage is one of the box's height.
 */
export function placeAboveBox(height: string) {
  const start = `min(100% + 8px, ${REACH} - ${height})`;
  return { insetBlockEnd: start, maxHeight: `calc(${REACH} - ${start})` };
}
