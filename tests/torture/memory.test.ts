/** What one attack on the memory of a server takes, see `tests/support/memory-attack.ts`. */
import { expect, test } from 'vitest';
import { attackMemory } from '../support/memory-attack.ts';

const ALLOWED_BYTES = 512 * 1024 * 1024;

test('No combination of what is not read and what does not arrive fills the memory', async () => {
  const { idle, peak } = await attackMemory();
  expect(peak - idle).toBeLessThanOrEqual(ALLOWED_BYTES);
});
