import { describe, expect, test } from 'vitest';
import { checkImageFile, readImageFile } from '../../src/pictures/image-file.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const rules = { types: ['image/png', 'image/jpeg'], maxBytes: 1024 * 1024 };
const makeFile = (bytes: number, type: string) =>
  new File([new Uint8Array(bytes)], 'picture', { type });

describe('A chosen picture', () => {
  test('becomes a data URL of its type', async () => {
    const bytes = makePng(2, 2);
    const file = new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });
    await expect(readImageFile(file, rules)).resolves.toBe(makeDataUrl(bytes));
    // As some systems call a JPEG.
    expect(() => checkImageFile(makeFile(3, 'image/jpg'), rules)).not.toThrow();
  });

  test('that says PNG and is none is refused in plain words', async () => {
    const reading = readImageFile(makeFile(3, 'image/png'), rules);
    await expect(reading).rejects.toThrow(/^This file isn’t a readable picture\.$/);
  });

  test.each([
    ['text/plain', 3, 'Select an image file'],
    ['', 3, 'Select an image file'],
    ['image/svg+xml', 3, 'Only PNG and JPEG pictures'],
    ['image/gif', 3, 'Only PNG and JPEG pictures'],
    ['image/png', 64 * 1024 * 1024 + 1, '64 MB'],
  ])('of the type “%s” with %i bytes is refused before it is read', (type, bytes, reason) => {
    expect(() => checkImageFile(makeFile(bytes, type), rules)).toThrow(reason);
  });

  test('that stays too large is refused, and the sentence says how large one may be', async () => {
    const file = new File([new Uint8Array(makePng(40, 40))], 'a.png', { type: 'image/png' });
    const reading = readImageFile(file, { ...rules, maxBytes: 50 });
    await expect(reading).rejects.toThrow(/too large/);
  });
});
