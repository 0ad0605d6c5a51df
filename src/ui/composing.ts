import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** A key used by an input method; in Safari only the key code shows the one that ends it. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229;
}
