/** Who is muted on this device. `notifications/mute-list.ts` stores it between visits. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

/** End in ms since the epoch; null: until the person changes it. */
export type MutedUntil = number | null;

/** A map, because a backend may use any string as an id. */
export type Mutes = ReadonlyMap<UserId, MutedUntil>;

const useMutes = create<Mutes>(() => new Map());

/** Undefined for a person who is not muted. */
export const useMutedUntil = (userId: UserId): MutedUntil | undefined =>
  useMutes((mutes) => mutes.get(userId));

export const useIsMuted = (userId: UserId): boolean => useMutedUntil(userId) !== undefined;

export const getMutes = (): Mutes => useMutes.getState();

export const setMutes = (mutes: Mutes): void => useMutes.setState(mutes, true);

/** Local storage key of an account's mutes: deleted at logout, since it is private. */
export const mutesKeyOf = (accountId: UserId): string => `mutes:${accountId}`;
