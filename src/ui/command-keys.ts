/** Whether the keyboard uses Cmd for shortcuts, and Ctrl for text editing. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Whether a key press is Ctrl (Cmd on Apple systems) with a letter, and with Shift if required. On a layout without
 * Latin letters, such as Russian, the key's position counts; on Latin layouts, such as Dvorak, the letter.
 */
export function isCommand(
  event: KeyboardEvent,
  letter: string,
  { isShifted = false } = {},
): boolean {
  const { key, code } = event;
  // Characters above `~` are not ASCII; key names, such as `Dead`, are.
  return (
    (key.toLowerCase() === letter || (key > '~' && code === `Key${letter.toUpperCase()}`)) &&
    event.ctrlKey === !isApple() &&
    event.metaKey === isApple() &&
    event.shiftKey === isShifted &&
    !event.altKey &&
    !event.isComposing
  );
}

interface Modifiers {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * Whether a key is pressed with another one. In a text field these combinations of arrows, Home and End belong to the
 * system: they move by words, lines and paragraphs, or select.
 */
export const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;
