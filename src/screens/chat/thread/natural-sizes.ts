/** Sizes of loaded pictures, by their messages' keys: a picture that is mounted again has its space at once. */

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Above this number, the first one is dropped. */
const MAX_SIZES = 1_000;

const sizes = new Map<string, Size>();

export const findNaturalSize = (id: string): Size | undefined => sizes.get(id);

export function keepNaturalSize(id: string, size: Size): void {
  sizes.set(id, size);
  const [oldest] = sizes.keys();
  if (oldest !== undefined && sizes.size > MAX_SIZES) sizes.delete(oldest);
}
