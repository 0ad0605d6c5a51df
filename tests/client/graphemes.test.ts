import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

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
