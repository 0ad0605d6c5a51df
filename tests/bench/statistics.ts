/** Order statistics. An empty list has no middle: NaN, which the tables show as a dash. */

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** `share` from 0 to 1; `sorted` ascending. Between two values: the straight line. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}

/** A median with the least and the greatest value that it stands for. What was not measured does not count. */
export interface Reading {
  middle: number;
  least: number;
  most: number;
}

export function summarize(all: readonly number[]): Reading {
  const values = all.filter((value) => !Number.isNaN(value));
  return { middle: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** One against the other round by round, so that what slowed a whole round down cancels out. */
export function compare(values: readonly number[], base: readonly number[]): Reading {
  return summarize(values.map((value, round) => value / (base[round] ?? Number.NaN)));
}
