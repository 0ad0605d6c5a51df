/** More failures than a run goes on after, each in a group of its own: what `test-run.test.ts` runs. */
import { describe, expect, test } from 'vitest';

const NUMBERS = Array.from({ length: 40 }, (_, index) => index + 1);

describe.each(NUMBERS)('Group %i', () => {
  test('fails', async () => {
    // A run is stopped a moment after the failure.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect('this').toBe('that');
  });
});
