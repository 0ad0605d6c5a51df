import { describe, expect, test } from 'vitest';
import {
  checkImageFile,
  NotAnImageError,
  readImageFile,
  TooLargeError,
  TypeRefusedError,
} from '../../src/lib/image-file.ts';

const rules = { types: ['image/png', 'image/jpeg'], maxBytes: 1024 * 1024 };
const makeFile = (bytes: number, type: string) =>
  new File([new Uint8Array(bytes)], 'picture', { type });

describe('A chosen picture', () => {
  test('becomes a data URL of its type', async () => {
    const file = new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });
    await expect(readImageFile(file, rules)).resolves.toBe('data:image/png;base64,AQID');
  });

  test('that is no image is refused with the words of the specification', async () => {
    const reading = readImageFile(makeFile(3, 'text/plain'), rules);
    await expect(reading).rejects.toThrow(NotAnImageError);
    await expect(reading).rejects.toThrow(/^Select an image file$/);
  });

  test('without a type is no image', () => {
    expect(() => checkImageFile(makeFile(3, ''), rules)).toThrow(NotAnImageError);
  });

  test('of another image type is refused, and the sentence says which pass', () => {
    expect(() => checkImageFile(makeFile(3, 'image/svg+xml'), rules)).toThrow(TypeRefusedError);
    expect(() => checkImageFile(makeFile(3, 'image/gif'), rules)).toThrow('PNG or JPEG');
  });

  test('that is too large is refused, and the sentence says how large one may be', () => {
    const file = makeFile(1024 * 1024 + 1, 'image/png');
    expect(() => checkImageFile(file, rules)).toThrow(TooLargeError);
    expect(() => checkImageFile(file, rules)).toThrow('1 MB');
    expect(() => checkImageFile(makeFile(1024 * 1024, 'image/png'), rules)).not.toThrow();
  });
});
