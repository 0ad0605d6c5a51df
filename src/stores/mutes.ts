/** Who is muted on this device. What is kept of it between visits: `notifications/mute-list.ts`. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

/** Until when, in ms since the epoch; null: until the person says otherwise. */
export type MutedUntil = number | null;

/** A map, because a backend may choose any word for an id. */
export type Mutes = ReadonlyMap<UserId, MutedUntil>;

const useMutes = create<Mutes>(() => new Map());

/** Undefined for somebody who is not muted. */
export const useMutedUntil = (userId: UserId): MutedUntil | undefined =>
  useMutes((mutes) => mutes.get(userId));

export const useIsMuted = (userId: UserId): boolean => useMutedUntil(userId) !== undefined;

export const getMutes = (): Mutes => useMutes.getState();

export const setMutes = (mutes: Mutes): void => useMutes.setState(mutes, true);

/** Local storage key of whom an account has muted: at sign-out it goes, as it is nobody else's business. */
export const mutesKeyOf = (accountId: UserId): string => `mutes:${accountId}`;
