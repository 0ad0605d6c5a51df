import { describe, expect, test } from 'vitest';
import { checkImageFile, readImageFile } from '../../src/pictures/image-file.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const rules = { maxBytes: 1024 * 1024 };
const makeFile = (bytes: number, type: string) =>
  new File([new Uint8Array(bytes)], 'picture', { type });

describe('A chosen picture', () => {
  test('becomes a data URL of the type that its bytes are, whatever its name says', async () => {
    const bytes = makePng(2, 2);
    for (const type of ['image/png', 'image/pjpeg', 'image/x-icon']) {
      const file = new File([new Uint8Array(bytes)], 'a.png', { type });
      await expect(readImageFile(file, rules)).resolves.toBe(makeDataUrl(bytes));
    }
  });

  test('that says PNG and is none is refused in plain words', async () => {
    const reading = readImageFile(makeFile(3, 'image/png'), rules);
    await expect(reading).rejects.toThrow(/^This picture can’t be read\./);
  });

  test.each([
    ['text/plain', 3, 'Select an image file'],
    ['', 3, 'Select an image file'],
    ['image/png', 64 * 1024 * 1024 + 1, '64 MB'],
  ])('of the type “%s” with %i bytes is refused before it is read', (type, bytes, reason) => {
    expect(() => checkImageFile(makeFile(bytes, type))).toThrow(reason);
  });

  test('that stays too large is refused, and the sentence says how large one may be', async () => {
    const file = new File([new Uint8Array(makePng(40, 40))], 'a.png', { type: 'image/png' });
    const reading = readImageFile(file, { ...rules, maxBytes: 50 });
    await expect(reading).rejects.toThrow(/too large/);
  });
});
