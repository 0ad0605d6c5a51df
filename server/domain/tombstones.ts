/** What is left of a message that was deleted for both is told for some time; devices that come later read anew. */
import type { ChangeStore } from './ports/changes.ts';

const KEPT_MS = 90 * 24 * 60 * 60_000;

/** `now` is the time of day. */
export async function purgeTombstones(
  store: Pick<ChangeStore, 'purgeTombstones'>,
  now: number,
): Promise<void> {
  while ((await store.purgeTombstones(now - KEPT_MS)).hasMore);
}
