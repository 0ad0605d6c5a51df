/** The beginning of each draft. `kept/drafts.ts` stores drafts between visits. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

/** By person; empty: only pictures. A map, because a backend may use any string as an id. */
type Drafts = ReadonlyMap<UserId, string>;

const useDrafts = create<Drafts>(() => new Map());

/** Undefined for a person without a draft. */
export const useDraftWords = (userId: UserId): string | undefined =>
  useDrafts((drafts) => drafts.get(userId));

/** People whose drafts were written or deleted since the store was emptied. */
const changed = new Set<UserId>();

export function clearDrafts(): void {
  changed.clear();
  useDrafts.setState(new Map(), true);
}

/** Adds drafts that were read from the device; what changed since is newer. */
export function addDrafts(stored: Drafts): void {
  const unchanged = [...stored].filter(([userId]) => !changed.has(userId));
  useDrafts.setState(new Map([...useDrafts.getState(), ...unchanged]), true);
}

export function noteDraft(userId: UserId, words: string | undefined): void {
  changed.add(userId);
  const drafts = new Map(useDrafts.getState());
  if (words === undefined) drafts.delete(userId);
  else drafts.set(userId, words);
  useDrafts.setState(drafts, true);
}
