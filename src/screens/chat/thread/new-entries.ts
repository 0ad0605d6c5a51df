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
  const recent = [...(history.at(-1)?.entries ?? []), ...live];
  const firstKnown = recent.findIndex((entry) => known.has(keyOf(entry)));
  return recent.slice(firstKnown + 1).filter((entry) => !known.has(keyOf(entry)));
}
