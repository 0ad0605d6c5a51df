import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** A key that an input method takes; Safari tells the one that ends it by the key code alone. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229;
}
