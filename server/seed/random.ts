/** Reproducible random numbers: the same seed gives the same choices on every machine. */
import { createHash } from 'node:crypto';

export type Random = ReturnType<typeof makeRandom>;

/** Seeds are texts, so that each conversation can have its own. */
export function makeRandom(seed: string) {
  let state = createHash('sha256').update(seed).digest().readInt32LE();

  /** From 0 up to, but not including, 1. The generator is mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const between = (low: number, high: number) => low + next() * (high - low);
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  function shuffle<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(whole(0, left.length - 1), 1));
  }

  return {
    next,
    between,
    whole,
    chance: (probability: number) => next() < probability,
    pick,
    shuffle,
  };
}
