export interface Percentiles {
  count: number;
  /** ms */
  p50: number;
  p95: number;
  p99: number;
}

/** Nearest rank; undefined for an empty list. */
export function measurePercentiles(durations: readonly number[]): Percentiles | undefined {
  if (durations.length === 0) return undefined;
  const sorted = durations.toSorted((a, b) => a - b);
  const rank = (share: number) => round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { count: sorted.length, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99) };
}

const round = (ms: number) => Math.round(ms * 10) / 10;
