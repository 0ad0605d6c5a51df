/** The beginning of each draft. `kept/drafts.ts` stores drafts between visits. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

/** By person; empty: only pictures. A map, because a backend may use any string as an id. */
type Drafts = ReadonlyMap<UserId, string>;

const useDrafts = create<Drafts>(() => new Map());

/** Undefined for a person without a draft. */
export const useDraftWords = (userId: UserId): string | undefined =>
  useDrafts((drafts) => drafts.get(userId));

export const setDrafts = (drafts: Drafts): void => useDrafts.setState(drafts, true);

/** Existing entries are newer. */
export const addDrafts = (drafts: Drafts): void =>
  setDrafts(new Map([...drafts, ...useDrafts.getState()]));

export function noteDraft(userId: UserId, words: string | undefined): void {
  const drafts = new Map(useDrafts.getState());
  if (words === undefined) drafts.delete(userId);
  else drafts.set(userId, words);
  setDrafts(drafts);
}
