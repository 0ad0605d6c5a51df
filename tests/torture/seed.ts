/** The seed of a long run: printed, and given again by `TORTURE_SEED` to see the same faults. */
import { createHash, randomInt } from 'node:crypto';

export function takeSeed(): number {
  const seed = Number(process.env.TORTURE_SEED ?? randomInt(1_000_000_000));
  console.log(`TORTURE_SEED=${seed}`);
  return seed;
}

/** Whole numbers from 0 up to `below`, the same for the same seed. */
export function makeChance(seed: number): (below: number) => number {
  let position = 0;
  return (below) => {
    position += 1;
    const digest = createHash('sha256').update(`${seed} ${position}`).digest();
    return digest.readUInt32BE() % below;
  };
}
