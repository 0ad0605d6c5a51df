import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatId, parseId } from '../../server/store/ids.ts';

const LATEST = Date.UTC(2106, 0, 1);
const keys = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const times = fc.integer({ min: 0, max: LATEST });

describe('a public id', () => {
  test('is 24 lower-case hex digits that give back the key and the second', () => {
    fc.assert(
      fc.property(keys, times, (key, createdAt) => {
        const id = formatId(key, createdAt);
        expect(id).toMatch(/^[0-9a-f]{24}$/);
        expect(parseId(id)).toEqual({ key, second: Math.floor(createdAt / 1000) });
      }),
    );
  });

  test('sorts as text in the order of creation', () => {
    fc.assert(
      fc.property(
        keys,
        times,
        fc.nat(),
        fc.integer({ min: 1, max: 1000 }),
        (key, at, later, next) => {
          fc.pre(at + later <= LATEST && key + next <= Number.MAX_SAFE_INTEGER);
          expect(formatId(key, at) < formatId(key + next, at + later)).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['too short', '0123456789abcdef0123456'],
    ['too long', '0123456789abcdef012345678'],
    ['in capitals', '0123456789ABCDEF01234567'],
    ['with a sign', '01234567+000000000000001'],
    ['with a line break', '0123456789abcdef01234567\n'],
    ['beyond what a number holds', '01234567ffffffffffffffff'],
    ['of something else', 'nobody'],
    ['empty', ''],
  ])('is not one that is %s', (_, text) => {
    expect(parseId(text)).toBeUndefined();
  });
});
