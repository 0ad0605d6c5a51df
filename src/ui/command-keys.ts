/** Whether the keyboard has Cmd for shortcuts, and leaves Ctrl to the editing of text. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Whether a key press is Ctrl, on Apple's systems Cmd, with a letter, and with Shift where that is wanted. On a layout without
 * Latin letters, such as the Russian, it is the key on which others have it; Latin ones, such as Dvorak, may
 * have it anywhere.
 */
export function isCommand(
  event: KeyboardEvent,
  letter: string,
  { isShifted = false } = {},
): boolean {
  const { key, code } = event;
  // Whatever is beyond `~` is not ASCII; the names of keys, such as `Dead`, are.
  return (
    (key.toLowerCase() === letter || (key > '~' && code === `Key${letter.toUpperCase()}`)) &&
    event.ctrlKey === !isApple() &&
    event.metaKey === isApple() &&
    event.shiftKey === isShifted &&
    !event.altKey &&
    !event.isComposing
  );
}
