/** The wish to see the shortcuts, from wherever on the screen it comes. */
const wishes = new EventTarget();

export function wishForShortcuts(): void {
  wishes.dispatchEvent(new Event('wish'));
}

/** Returns the way to stop. */
export function subscribeSheetWish(listener: () => void): () => void {
  wishes.addEventListener('wish', listener);
  return () => wishes.removeEventListener('wish', listener);
}
