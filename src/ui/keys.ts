import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { coarse, matchesMedia } from './media.ts';
import { type ListenerOptions, useListeners } from './use-listeners.ts';

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
    // Before the key: of a form that they fill in, browsers and password managers tell by presses without one.
    event.ctrlKey === !isApple() &&
    event.metaKey === isApple() &&
    (key.toLowerCase() === letter || (key > '~' && code === `Key${letter.toUpperCase()}`)) &&
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

/**
 * Shortcuts of a single key, such as `/`, can be switched off: people who dictate, or press keys by accident, would
 * trigger them unintentionally (WCAG 2.1.4).
 */
let isOn = true;

export function setSingleKeys(areWanted: boolean): void {
  isOn = areWanted;
}

/** Whether this key press is the shortcut `key` and not text. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  return (
    isOn &&
    event.key === key &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !event.isComposing &&
    !event.defaultPrevented &&
    !isWriting(event.target)
  );
}

/** Whether keys pressed at this element write or edit text. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

/**
 * Calls back with each key press, wherever the focus is: with `capture` before all other listeners. The window gets the
 * event after the document: listeners there have the lowest priority.
 */
export function usePageKeys(
  onKeyDown: (event: KeyboardEvent) => void,
  at: Document | Window = document,
  options?: ListenerOptions,
): void {
  useListeners(() => at, { keydown: onKeyDown }, options);
}

/**
 * A key used by an input method; in Safari only the key code shows the one that ends it. On-screen keyboards compose every
 * word: their Enter with its own key code is for the page.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  if (native.keyCode === 13 && matchesMedia(coarse)) return false;
  return native.isComposing || native.keyCode === 229;
}
