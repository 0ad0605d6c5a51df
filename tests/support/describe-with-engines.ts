/**
 * Tests that start or ask real engines, such as PostgreSQL or nginx. Where one is missing they are left out, and
 * `npm test` tells so at its end; with `REQUIRE_ENGINES=1`, as `npm run test:cluster` has it, they fail instead.
 */
import { describe, expect, test } from 'vitest';
import { describeMissing, type EngineName } from './engines.ts';

export function describeWithEngines(
  needed: readonly EngineName[],
  name: string,
  body: () => void,
): void {
  const missing = describeMissing(needed);
  if (missing === undefined) {
    describe(name, body);
  } else if (process.env.REQUIRE_ENGINES === '1') {
    describe(name, () => {
      test('finds its engines', () => expect.fail(missing));
    });
  } else {
    describe.skip(name, body);
  }
}
