import type { KeyboardEvent } from 'react';

/** A key that an input method takes; Safari tells the one that ends it by the key code alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
