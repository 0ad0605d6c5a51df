/**
 * A chosen file -> a data URL; of a large picture, one of a smaller version.
 * Sizes are in bytes. Which types and sizes pass is the caller's rule.
 * Throws NotAnImageError, TypeRefusedError, TooLargeError or UnreadableError; the `message` of each
 * is a sentence for people.
 */
import { shrinkImage } from './shrink-image.ts';

export class NotAnImageError extends Error {
  override name = 'NotAnImageError';
  constructor() {
    // Spec section 8.
    super('Select an image file');
  }
}

export class TypeRefusedError extends Error {
  override name = 'TypeRefusedError';
  constructor(types: readonly string[]) {
    super(
      `Pictures must be ${types.map((type) => type.replace('image/', '').toUpperCase()).join(' or ')}.`,
    );
  }
}

export class TooLargeError extends Error {
  override name = 'TooLargeError';
  constructor(maxBytes: number) {
    super(`This picture is too large. The most is ${formatMegabytes(maxBytes)}.`);
  }
}

export class UnreadableError extends Error {
  override name = 'UnreadableError';
  constructor(cause: unknown) {
    super('This file could not be read.', { cause });
  }
}

export interface ImageRules {
  /** MIME types that pass. */
  types: readonly string[];
  maxBytes: number;
}

/** Throws what speaks against the file before a byte of it is read. */
export function checkImageFile(file: File, { types, maxBytes }: ImageRules): void {
  if (!file.type.startsWith('image/')) throw new NotAnImageError();
  if (!types.includes(file.type)) throw new TypeRefusedError(types);
  if (file.size > maxBytes) throw new TooLargeError(maxBytes);
}

export async function readImageFile(file: File, rules: ImageRules): Promise<string> {
  checkImageFile(file, rules);
  return readDataUrl(await shrinkImage(file));
}

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnreadableError(reader.error));
    reader.readAsDataURL(file);
  });
}

function formatMegabytes(bytes: number): string {
  return `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MB`;
}
