import type { CSSProperties } from 'react';
import type { Size } from './natural-sizes.ts';

/** Spec section 2. */
const MAX_WIDTH = 230;
/** The time must fit in. */
const MIN_WIDTH = 96;
/** Width to height; taller or flatter pictures are cropped here and whole in their own window. */
const MIN_RATIO = 0.6;
const MAX_RATIO = 3;

/** The space of a picture in its bubble; guessed without a size. */
export function toBox(size: Size | undefined): CSSProperties {
  if (!size) return { width: MAX_WIDTH, aspectRatio: '16 / 9' };
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, size.width / size.height));
  return { width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, size.width)), aspectRatio: ratio };
}
