/** The seed of a long run: printed, and given again by `TORTURE_SEED` to see the same faults. */
import { randomInt } from 'node:crypto';

export function takeSeed(): number {
  const seed = Number(process.env.TORTURE_SEED ?? randomInt(1_000_000_000));
  console.log(`TORTURE_SEED=${seed}`);
  return seed;
}
