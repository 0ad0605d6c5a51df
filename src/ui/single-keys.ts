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
