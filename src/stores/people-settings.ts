/** Settings for single people: mutes, which hold on all devices if the server has them, and flags in the people list. */
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
 * What the person has flagged in the people list, in this browser: people pinned to the top, conversations marked as
 * unread, and deleted accounts that the person does not want to see any more.
 */
export type RowFlag = 'pinned' | 'unread' | 'removed';

type Flagged = ReadonlySet<UserId>;

const createFlagStore = (flag: RowFlag) =>
  createAccountStore<Flagged>(
    flag,
    (stored) => new Set(Array.isArray(stored) ? stored.map(String) : []),
    (flagged) => [...flagged],
  );

const stores = {
  pinned: createFlagStore('pinned'),
  unread: createFlagStore('unread'),
  removed: createFlagStore('removed'),
};

export const useFlagged = (flag: RowFlag): Flagged => stores[flag].useValue((flagged) => flagged);

export const useIsFlagged = (flag: RowFlag, userId: UserId): boolean =>
  stores[flag].useValue((flagged) => flagged.has(userId));

export const getFlagged = (flag: RowFlag): Flagged => stores[flag].get();

export function setFlagged(flag: RowFlag, userId: UserId, isFlagged: boolean): void {
  const flagged = new Set(getFlagged(flag));
  if (flagged.has(userId) === isFlagged) return;
  if (isFlagged) flagged.add(userId);
  else flagged.delete(userId);
  stores[flag].set(flagged);
}
