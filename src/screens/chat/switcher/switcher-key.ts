/** Ctrl+K or Cmd+K. A press before the switcher's code is there opens it when it has come. */
export const earlyPress = { isThere: false };

export const isSwitcherKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  event.ctrlKey !== event.metaKey &&
  !event.shiftKey &&
  !event.altKey;
