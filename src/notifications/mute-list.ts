/** Mutes people for a time: stored per account in local storage, followed by every window. */
import { keepLocal, readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import {
  getMutes,
  type MutedUntil,
  type Mutes,
  mutesKeyOf,
  setMutes,
} from '../stores/people-settings.ts';

/** Longest timer of browsers, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

let openFor: UserId | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Restores this account's mutes. Returns a function that stops this. */
export function openMutes(accountId: UserId): () => void {
  openFor = accountId;
  take(readStored(accountId));
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === mutesKeyOf(accountId) || key === null) take(readStored(accountId));
  };
  window.addEventListener('storage', handleStorage);
  return () => {
    window.removeEventListener('storage', handleStorage);
    openFor = null;
    take(new Map());
  };
}

export function mute(accountId: UserId, userId: UserId, until: MutedUntil): void {
  keep(accountId, new Map(getKnown(accountId)).set(userId, until));
}

export function unmute(accountId: UserId, userId: UserId): void {
  const mutes = new Map(getKnown(accountId));
  mutes.delete(userId);
  keep(accountId, mutes);
}

/** Also correct if the timer is late, as after the device has slept. */
export function isMuted(userId: UserId): boolean {
  const until = getMutes().get(userId);
  return until === null || (until !== undefined && until > Date.now());
}

/** A person may mute somebody before `openMutes`, whose code loads after the screen's. */
const getKnown = (accountId: UserId): Mutes =>
  openFor === accountId ? getMutes() : readStored(accountId);

function keep(accountId: UserId, mutes: Mutes): void {
  take(mutes);
  keepLocal(mutesKeyOf(accountId), Object.fromEntries(getMutes()));
}

/** Keeps current mutes, and runs again when the next one ends. */
function take(mutes: Mutes): void {
  const now = Date.now();
  const holding = [...mutes].filter(([, until]) => until === null || until > now);
  setMutes(new Map(holding));
  clearTimeout(timer);
  const next = Math.min(...holding.map(([, until]) => until ?? Number.POSITIVE_INFINITY));
  if (next === Number.POSITIVE_INFINITY) return;
  timer = setTimeout(() => take(getMutes()), Math.min(next - now, MAX_TIMER_MS));
}

function readStored(accountId: UserId): Mutes {
  const stored = readLocal(mutesKeyOf(accountId));
  if (typeof stored !== 'object' || stored === null) return new Map();
  const entries = Object.entries(stored).flatMap(([userId, until]: [string, unknown]) =>
    until === null || typeof until === 'number' ? [[userId, until] as const] : [],
  );
  return new Map(entries);
}
