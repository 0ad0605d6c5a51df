/**
 * What to show for a picture, where that is known: the address of its thumbnail, or its own. Apart from what
 * makes them, which comes on demand.
 */

const addresses = new Map<string, string>();
const listeners = new Set<() => void>();

export const findReady = (picture: string): string | undefined => addresses.get(picture);

/** Undefined: it is let go. */
export function setReady(picture: string, address: string | undefined): void {
  if (address === undefined) addresses.delete(picture);
  else addresses.set(picture, address);
  for (const notify of listeners) notify();
}

export function subscribeReady(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
