/**
 * Whether a key press is Ctrl or Cmd with a letter, and with Shift where that is wanted. On a layout without
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
    event.ctrlKey !== event.metaKey &&
    event.shiftKey === isShifted &&
    !event.altKey &&
    !event.isComposing
  );
}
