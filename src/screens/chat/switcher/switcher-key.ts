/** Ctrl+K or Cmd+K, also pressed before the switcher's code is there: that opens it when it has come. */

export const isSwitcherKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  event.ctrlKey !== event.metaKey &&
  !event.shiftKey &&
  !event.altKey;

let isPressedEarly = false;

export function setPressedEarly(isPressed: boolean): void {
  isPressedEarly = isPressed;
}

export const wasPressedEarly = (): boolean => isPressedEarly;
