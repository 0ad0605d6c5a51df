/**
 * Mutes people for a time. Servers with the feature `mutes` keep them for all devices; in any case they are in local storage
 * per account, for the next start, and followed by every window.
 */
import { useMutation } from '@tanstack/react-query';
import { listMutes, setMute } from '../api/push.ts';
import { useHasFeature } from '../backend/connection.ts';
import { keepLocal, readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import {
  clearMutes,
  countReceivedMutes,
  getMutes,
  type MutedUntil,
  type Mutes,
  mutesKeyOf,
  receiveMutes,
  setMutes,
  subscribeMutes,
} from '../stores/people-settings.ts';

/** Longest timer of browsers, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

let openFor: UserId | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Restores this account's mutes, and keeps what changes. Returns a function that stops this. */
export function openMutes(accountId: UserId): () => void {
  openFor = accountId;
  // The server may have sent them before this code was loaded.
  if (countReceivedMutes() === 0) take(readStored(accountId));
  else keep(accountId);
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === mutesKeyOf(accountId) || key === null) take(readStored(accountId));
  };
  window.addEventListener('storage', handleStorage);
  const unsubscribe = subscribeMutes(() => {
    keep(accountId);
    planNext();
  });
  planNext();
  return () => {
    window.removeEventListener('storage', handleStorage);
    unsubscribe();
    clearTimeout(timer);
    openFor = null;
    clearMutes();
  };
}

/** With the feature `mutes` the server has them; then this reads what other devices have changed. */
export async function readMutes(): Promise<void> {
  const before = countReceivedMutes();
  const mutes = await listMutes();
  // What the server has sent meanwhile, by an event or an answer to a change, is newer.
  if (countReceivedMutes() === before) receiveMutes(mutes);
}

/** Mutes a person for so many ms, or until it is changed (null); undefined ends it. */
export function useSetMute(accountId: UserId, userId: UserId) {
  const isShared = useHasFeature('mutes');
  const { mutate } = useMutation({
    mutationFn: (forMs: number | null | undefined) => setMute(userId, forMs),
    onSuccess: receiveMutes,
  });
  return (forMs: number | null | undefined): void => {
    if (isShared) mutate(forMs);
    else if (forMs === undefined) unmute(accountId, userId);
    else mute(accountId, userId, forMs === null ? null : Date.now() + forMs);
  };
}

/** On this device alone. */
export function mute(accountId: UserId, userId: UserId, until: MutedUntil): void {
  change(accountId, new Map(getKnown(accountId)).set(userId, until));
}

export function unmute(accountId: UserId, userId: UserId): void {
  const mutes = new Map(getKnown(accountId));
  mutes.delete(userId);
  change(accountId, mutes);
}

/** Also correct if the timer is late, as after the device has slept. */
export function isMuted(userId: UserId): boolean {
  const until = getMutes().get(userId);
  return until === null || (until !== undefined && until > Date.now());
}

/** A person may mute somebody before `openMutes`, whose code loads after the screen's. */
const getKnown = (accountId: UserId): Mutes =>
  openFor === accountId ? getMutes() : readStored(accountId);

function change(accountId: UserId, mutes: Mutes): void {
  take(mutes);
  keep(accountId);
}

const keep = (accountId: UserId) =>
  keepLocal(mutesKeyOf(accountId), Object.fromEntries(getMutes()));

/** Current mutes only. */
function take(mutes: Mutes): void {
  const now = Date.now();
  setMutes(new Map([...mutes].filter(([, until]) => until === null || until > now)));
}

/** Runs again when the next one ends. */
function planNext(): void {
  clearTimeout(timer);
  const next = Math.min(
    ...[...getMutes().values()].map((until) => until ?? Number.POSITIVE_INFINITY),
  );
  if (next === Number.POSITIVE_INFINITY) return;
  const delayMs = Math.min(Math.max(0, next - Date.now()), MAX_TIMER_MS);
  timer = setTimeout(() => take(getMutes()), delayMs);
}

function readStored(accountId: UserId): Mutes {
  const stored = readLocal(mutesKeyOf(accountId));
  if (typeof stored !== 'object' || stored === null) return new Map();
  const entries = Object.entries(stored).flatMap(([userId, until]: [string, unknown]) =>
    until === null || typeof until === 'number' ? [[userId, until] as const] : [],
  );
  return new Map(entries);
}
