/**
 * Sizes that the pictures themselves told, by the keys of their messages: one that was here before keeps its
 * room when it is mounted again, and stands there at once.
 */

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Beyond these, the one that was kept first is forgotten. */
const MAX_SIZES = 1_000;

const sizes = new Map<string, Size>();

export const findNaturalSize = (id: string): Size | undefined => sizes.get(id);

export function keepNaturalSize(id: string, size: Size): void {
  sizes.set(id, size);
  const [oldest] = sizes.keys();
  if (oldest !== undefined && sizes.size > MAX_SIZES) sizes.delete(oldest);
}
