/**
 * Converts a chosen file to a data URL of the picture as it may be sent: see `shrink-image.ts`. Sizes are in bytes. The
 * caller decides about types and sizes; a file may be larger than the sent picture. Throws errors whose `message` is
 * for people.
 */
import { IMAGE_TYPES } from '../protocol/entities.ts';
import { type Fit, type Size, shrinkImage } from './shrink-image.ts';

class UnfitPictureError extends Error {
  override name = 'UnfitPictureError';
}

const sentences = {
  // Spec section 8.
  notAnImage: 'Select an image file',
  typeRefused: (types: readonly string[]) => `Only ${listNames(types)} pictures can be sent.`,
  tooLarge: (maxBytes: number) =>
    `This picture is too large. The most is ${formatMegabytes(maxBytes)}.`,
  unreadable: 'This file isn’t a readable picture.',
};

/** Types that can be sent, and those that are converted to PNG or JPEG first: of an animation the first frame. */
export const READABLE_TYPES = [...IMAGE_TYPES, 'image/webp', 'image/gif', 'image/avif'] as const;

interface ImageRules {
  /** Accepted MIME types. */
  types: readonly string[];
  /** Of the sent picture. */
  maxBytes: number;
  /** The size to which a large picture is reduced; absent: that of a message. */
  fit?: Fit;
  /** Called if the sent picture lacks details of the original that a reader may miss. */
  onReduced?: (size: Size) => void;
}

/** A larger file is not read at all: cameras make far smaller ones. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Some systems use this name for JPEG. */
const ALIASES: Record<string, string> = { 'image/jpg': 'image/jpeg' };

/** Throws for a file that cannot be accepted, before reading it. */
export function checkImageFile(file: File, { types }: Pick<ImageRules, 'types'>): void {
  if (!file.type.startsWith('image/')) throw new UnfitPictureError(sentences.notAnImage);
  if (!types.includes(ALIASES[file.type] ?? file.type))
    throw new UnfitPictureError(sentences.typeRefused(types));
  if (file.size > MAX_FILE_BYTES) throw new UnfitPictureError(sentences.tooLarge(MAX_FILE_BYTES));
}

export async function readImageFile(file: File, rules: ImageRules): Promise<string> {
  checkImageFile(file, rules);
  const { picture, reduced } = await shrinkImage(file, rules.fit).catch((cause) => {
    throw new UnfitPictureError(sentences.unreadable, { cause });
  });
  if (picture.size > rules.maxBytes)
    throw new UnfitPictureError(sentences.tooLarge(rules.maxBytes));
  if (reduced) rules.onReduced?.(reduced);
  return readDataUrl(picture);
}

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () =>
      reject(new UnfitPictureError(sentences.unreadable, { cause: reader.error }));
    reader.readAsDataURL(file);
  });
}

/** "PNG, JPEG and WebP". */
function listNames(types: readonly string[]): string {
  const names = types.map((type) =>
    type.replace('image/', '').toUpperCase().replace('WEBP', 'WebP'),
  );
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function formatMegabytes(bytes: number): string {
  return `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MB`;
}
