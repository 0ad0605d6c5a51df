/** What of a conversation is news to whoever has it open. Pure. */
import { type Entry, keyOf, type ThreadPage } from './thread.ts';

/** Keys of what may be followed by something new: the newest stored page and what came since. */
export function collectRecentKeys(
  history: readonly ThreadPage[],
  live: readonly Entry[],
): Set<string> {
  return new Set([...(history.at(-1)?.entries ?? []), ...live].map(keyOf));
}

/**
 * What is new since `known` was collected. Only what stands after something known counts: pages that
 * were merely cut anew bring older messages into reach, which are nobody's news.
 */
export function findNewEntries(
  known: ReadonlySet<string>,
  history: readonly ThreadPage[],
  live: readonly Entry[],
): Entry[] {
  const isKnown = (entry: Entry) => known.has(keyOf(entry));
  // Much at a time fills pages of its own.
  const from = history.findLastIndex(({ entries }) => entries.some(isKnown));
  const recent = [...history.slice(Math.max(0, from)).flatMap(({ entries }) => entries), ...live];
  return recent.slice(recent.findIndex(isKnown) + 1).filter((entry) => !isKnown(entry));
}
