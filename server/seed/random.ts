/** Reproducible random numbers: the same seed gives the same choices on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A number from `low` to `high`. */
  between(low: number, high: number): number;
  /** An integer from `low` to `high`, both inclusive. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  /** An item of a non-empty list. */
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Seeds are texts, so that each picture and each conversation can have its own. */
export function makeRandom(seed: string): Random {
  let state = hashText(seed);

  // mulberry32: small, fast, and good enough for drawings and small talk.
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
    const shuffled: Item[] = [];
    while (left.length > 0) shuffled.push(...left.splice(whole(0, left.length - 1), 1));
    return shuffled;
  }

  return { next, between, whole, chance: (probability) => next() < probability, pick, shuffle };
}

/** The item at this index, wrapping around. */
export function inTurn<Item>(turn: number, items: readonly Item[]): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is nothing to take turns with.');
  return item;
}

/** FNV-1a, as in `src/lib/hash-text.ts`: of the client's code the server uses only the protocol. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash;
}
