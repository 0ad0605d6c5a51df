/**
 * The known address to show for a picture: of its thumbnail, or its own. Separate from the code that makes thumbnails,
 * which loads on demand.
 */

const addresses = new Map<string, string>();
const listeners = new Set<() => void>();

export const findReady = (picture: string): string | undefined => addresses.get(picture);

/** Undefined: it is released. */
export function setReady(picture: string, address: string | undefined): void {
  if (address === undefined) addresses.delete(picture);
  else addresses.set(picture, address);
  for (const notify of listeners) notify();
}

export function subscribeReady(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
