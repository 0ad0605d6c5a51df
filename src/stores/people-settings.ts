/** Settings for single people: mutes, which hold on all devices if the server has them, and marks in the people list. */
import type { UserId } from '../protocol/entities.ts';
import type { Mute } from '../protocol/http.ts';
import { createAccountStore } from './account-store.ts';

/** End in ms since the epoch; null: until the person changes it. */
export type MutedUntil = number | null;

/** A map, because a backend may use any string as an id. */
type Mutes = ReadonlyMap<UserId, MutedUntil>;

const mutes = createAccountStore<Mutes>('mutes', toMutes, Object.fromEntries);

export const useMutes = (): Mutes => mutes.useValue((all) => all);

/** Undefined for a person who is not muted. */
export const useMutedUntil = (userId: UserId): MutedUntil | undefined =>
  mutes.useValue((all) => all.get(userId));

export const useIsMuted = (userId: UserId): boolean => useMutedUntil(userId) !== undefined;

export const getMutes = mutes.get;
export const subscribeMutes = mutes.subscribe;

/** Those that are over are left out. */
export const setMutes = (all: Mutes): void => mutes.set(withoutPast([...all]));

/** All that the server has, by its answer or event (feature `mutes`). */
export function receiveMutes(all: readonly Mute[]): void {
  const known = all.filter(({ userId }) => typeof userId === 'string');
  setMutes(
    new Map(known.map(({ userId, until }) => [userId, until === null ? null : Date.parse(until)])),
  );
}

function toMutes(stored: unknown): Mutes {
  if (typeof stored !== 'object' || stored === null) return new Map();
  const entries = Object.entries(stored).flatMap(([userId, until]: [string, unknown]) =>
    until === null || typeof until === 'number' ? [[userId, until] as const] : [],
  );
  return withoutPast(entries);
}

function withoutPast(all: readonly (readonly [UserId, MutedUntil])[]): Mutes {
  const now = Date.now();
  return new Map(all.filter(([, until]) => until === null || until > now));
}

/**
 * What the person has marked in the people list, in this browser: people pinned to the top, conversations marked as
 * unread, and deleted accounts that the person does not want to see any more.
 */
export type RowMark = 'pinned' | 'unread' | 'removed';

type Marked = ReadonlySet<UserId>;

const createMarks = (mark: RowMark) =>
  createAccountStore<Marked>(
    mark,
    (stored) => new Set(Array.isArray(stored) ? stored.map(String) : []),
    (marked) => [...marked],
  );

const marks = {
  pinned: createMarks('pinned'),
  unread: createMarks('unread'),
  removed: createMarks('removed'),
};

export const useMarked = (mark: RowMark): Marked => marks[mark].useValue((marked) => marked);

export const useIsMarked = (mark: RowMark, userId: UserId): boolean =>
  marks[mark].useValue((marked) => marked.has(userId));

export const getMarked = (mark: RowMark): Marked => marks[mark].get();

export function setMarked(mark: RowMark, userId: UserId, isMarked: boolean): void {
  const marked = new Set(getMarked(mark));
  if (marked.has(userId) === isMarked) return;
  if (isMarked) marked.add(userId);
  else marked.delete(userId);
  marks[mark].set(marked);
}
