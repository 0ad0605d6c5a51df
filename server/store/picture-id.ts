/** Picture ids: 128 random bits, since anybody who knows the id may see the picture. */
import { randomBytes } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;

export function createPictureId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

export function isPictureId(text: string): boolean {
  return ID.test(text);
}
