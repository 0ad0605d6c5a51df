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
  });

  test('that says PNG and is none is refused in plain words', async () => {
    const reading = readImageFile(makeFile(3, 'image/png'), rules);
    await expect(reading).rejects.toThrow(/^This picture could not be read\.$/);
  });

  test('that is no image is refused with the words of the specification', async () => {
    const reading = readImageFile(makeFile(3, 'text/plain'), rules);
    await expect(reading).rejects.toThrow(/^Select an image file$/);
  });

  test('without a type is no image', () => {
    expect(() => checkImageFile(makeFile(3, ''), rules)).toThrow('Select an image file');
  });

  test('may be a JPEG that the system calls a JPG', () => {
    expect(() => checkImageFile(makeFile(3, 'image/jpg'), rules)).not.toThrow();
  });

  test('of another image type is refused, and the sentence says which pass', () => {
    for (const type of ['image/svg+xml', 'image/gif']) {
      expect(() => checkImageFile(makeFile(3, type), rules)).toThrow('PNG or JPEG');
    }
  });

  test('whose file is larger than any picture is refused before it is read', () => {
    const file = makeFile(64 * 1024 * 1024 + 1, 'image/png');
    expect(() => checkImageFile(file, rules)).toThrow('64 MB');
  });

  test('that stays too large is refused, and the sentence says how large one may be', async () => {
    const file = new File([new Uint8Array(makePng(40, 40))], 'a.png', { type: 'image/png' });
    const reading = readImageFile(file, { ...rules, maxBytes: 50 });
    await expect(reading).rejects.toThrow(/too large/);
  });
});
