/** Muting people for a time: kept per account in local storage, followed by every window. */
import { keepLocal, readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import { getMutes, type MutedUntil, mutesKeyOf, setMutes } from '../stores/mutes.ts';

/** Longest time that a browser's timer can run, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

let openFor: UserId | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Brings back whom this account has muted. Returns the function that stops it. */
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
    take({});
  };
}

export function mute(userId: UserId, until: MutedUntil): void {
  keep({ ...getMutes(), [userId]: until });
}

export function unmute(userId: UserId): void {
  const { [userId]: _, ...others } = getMutes();
  keep(others);
}

/** Also right when the timer is late, as after the device has slept. */
export function isMuted(userId: UserId): boolean {
  const until = getMutes()[userId];
  return until === null || (until !== undefined && until > Date.now());
}

function keep(mutes: Record<UserId, MutedUntil>): void {
  take(mutes);
  if (openFor !== null) keepLocal(mutesKeyOf(openFor), getMutes());
}

/** Shows those that still hold, and comes back when the next one ends. */
function take(mutes: Readonly<Record<UserId, MutedUntil>>): void {
  const now = Date.now();
  const holding = Object.entries(mutes).filter(([, until]) => until === null || until > now);
  setMutes(Object.fromEntries(holding));
  clearTimeout(timer);
  const next = Math.min(...holding.map(([, until]) => until ?? Number.POSITIVE_INFINITY));
  if (next === Number.POSITIVE_INFINITY) return;
  timer = setTimeout(() => take(getMutes()), Math.min(next - now, LONGEST_TIMER_MS));
}

function readStored(accountId: UserId): Record<UserId, MutedUntil> {
  const stored = readLocal(mutesKeyOf(accountId));
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).flatMap(([userId, until]: [string, unknown]) =>
    until === null || typeof until === 'number' ? [[userId, until] as const] : [],
  );
  return Object.fromEntries(entries);
}
