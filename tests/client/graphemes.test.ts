import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

test('Plain letters are the same without a segmenter, which is slow to make', async () => {
  const codes = Array.from({ length: 0x2030 }, (_, code) => String.fromCharCode(code));
  const plain = codes.filter((letter) => /[ -~\u00a0-\u02ff\u2010-\u2027]/.test(letter)).join('');
  const segments = new Intl.Segmenter().segment(plain);
  vi.resetModules();
  vi.stubGlobal('Intl', { ...Intl, Segmenter: vi.fn() });
  const { splitGraphemes } = await import('../../src/lib/graphemes.ts');
  expect(splitGraphemes(plain)).toEqual(Array.from(segments, ({ segment }) => segment));
  expect(Intl.Segmenter).not.toHaveBeenCalled();
});

test.each([['with', true], ['without']])(
  'Letters are whole in browsers %s Intl.Segmenter',
  async (_how, hasSegmenter = false) => {
    vi.resetModules();
    if (!hasSegmenter) vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    const { splitGraphemes } = await import('../../src/lib/graphemes.ts');
    expect(splitGraphemes('e\u0301a👩‍👩‍👧🇩🇪👍🏽\r\nक\u093f\u0301 1️⃣')).toEqual([
      'e\u0301',
      'a',
      '👩‍👩‍👧',
      '🇩🇪',
      '👍🏽',
      '\r\n',
      'क\u093f\u0301',
      ' ',
      '1️⃣',
    ]);
    expect(splitGraphemes('')).toEqual([]);
    expect(splitGraphemes('\u0301x\ud800').join('')).toBe('\u0301x\ud800');
  },
);
