/** The beginning of what has been written to each person and not sent. Kept between visits by `kept/drafts.ts`. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

/** By person; empty: pictures alone. A map, because a backend may choose any word for an id. */
type Drafts = ReadonlyMap<UserId, string>;

const useDrafts = create<Drafts>(() => new Map());

/** Undefined for somebody to whom nothing has been begun. */
export const useDraftWords = (userId: UserId): string | undefined =>
  useDrafts((drafts) => drafts.get(userId));

export const setDrafts = (drafts: Drafts): void => useDrafts.setState(drafts, true);

/** Of somebody who is there already, the words that are there are newer. */
export const addDrafts = (drafts: Drafts): void =>
  setDrafts(new Map([...drafts, ...useDrafts.getState()]));

export function noteDraft(userId: UserId, words: string | undefined): void {
  const drafts = new Map(useDrafts.getState());
  if (words === undefined) drafts.delete(userId);
  else drafts.set(userId, words);
  setDrafts(drafts);
}
