/**
 * The unseen count of each sender. Counts come with the users list, and from events in between; an answer never
 * overwrites what happened after its request was sent.
 */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';
import { useMutes } from './people-settings.ts';

/** By sender; without an entry it is 0. A map, because a backend may use any string as an id. */
export type UnseenCounts = ReadonlyMap<UserId, number>;

/** As stored on the device. */
export type KeptCounts = readonly (readonly [UserId, number])[];

interface LastChange {
  /** When, in the sequence of all changes, the sender's count was last changed and last reset. */
  changed: number;
  reset: number;
}

const useUnseen = create<UnseenCounts>(() => new Map());

let sequence = 0;
const lastChanges = new Map<UserId, LastChange>();

/** Longer than the delay of an event that was sent before the answer, in ms. */
const DOUBT_MS = 1_000;
/** When an answer raised a count, in ms since the epoch. */
const raisedAt = new Map<UserId, number>();

/** What the screens show instead, while Devtools looks back. */
const useEarlier = create<UnseenCounts | null>(() => null);

/** Null: the present counts again. */
export const showEarlierUnseen = (counts: UnseenCounts | null): void =>
  useEarlier.setState(counts, true);

function useShown<Result>(select: (counts: UnseenCounts) => Result): Result {
  const earlier = useEarlier();
  return useUnseen((live) => select(earlier ?? live));
}

export const useUnseenCount = (userId: UserId): number =>
  useShown((counts) => counts.get(userId) ?? 0);

const NONE: UnseenCounts = new Map();

/** All counts, for sorting by them; otherwise there is no render when they change. */
export const useUnseenCounts = (isWanted: boolean): UnseenCounts =>
  useShown((counts) => (isWanted ? counts : NONE));

export const getUnseenCount = (userId: UserId): number => getUnseenCounts().get(userId) ?? 0;

export const getUnseenCounts = (): UnseenCounts => useUnseen.getState();

/** The sum for all people who are not muted, but one. */
export function useUnseenTotal(exceptId: UserId | null = null): number {
  const mutes = useMutes();
  return useShown((counts) =>
    [...counts].reduce(
      (total, [userId, count]) =>
        userId === exceptId || mutes.has(userId) ? total : total + count,
      0,
    ),
  );
}

/** Calls back after each change, with the new and the old counts. Returns a function that unsubscribes. */
export const subscribeUnseen = (
  listener: (counts: UnseenCounts, before: UnseenCounts) => void,
): (() => void) => useUnseen.subscribe(listener);

/**
 * Counts one message from its event. If an answer has just raised the count, it may include this message, and the event
 * cannot tell. It is counted anyway, and the result says that another fetch is useful.
 */
export function incrementUnseen(userId: UserId): { isExact: boolean } {
  sequence += 1;
  lastChanges.set(userId, { changed: sequence, reset: lastChanges.get(userId)?.reset ?? 0 });
  write(new Map(getUnseenCounts()).set(userId, getUnseenCount(userId) + 1));
  const isExact = Date.now() - (raisedAt.get(userId) ?? 0) >= DOUBT_MS;
  raisedAt.delete(userId);
  return { isExact };
}

export const resetUnseen = (userId: UserId): void => setUnseenCount(userId, 0);

/** The number is known here, whatever an answer in progress says. */
export function setUnseenCount(userId: UserId, count: number): void {
  sequence += 1;
  lastChanges.set(userId, { changed: sequence, reset: sequence });
  if (count === getUnseenCount(userId)) return;
  const counts = new Map(getUnseenCounts());
  if (count > 0) counts.set(userId, count);
  else counts.delete(userId);
  write(counts);
}

/** Call it when a request for the counts is sent; pass the result to `takeUnseen` with its answer. */
export const beginUnseenRequest = (): number => sequence;

/**
 * Applies the server's counts. A sender whose count was reset since the request keeps the local one. If a sender's
 * messages only increased since, nobody knows whether the answer includes them: the larger number stays, and the result
 * says that another fetch is useful. The open conversation is counted by its messages.
 */
export function takeUnseen(
  answer: UnseenCounts,
  requestedAt: number,
  openId: UserId | null = null,
): { isExact: boolean } {
  const local = getUnseenCounts();
  const counts = new Map<UserId, number>();
  let isExact = true;
  for (const userId of new Set([...answer.keys(), ...local.keys()])) {
    const last = lastChanges.get(userId);
    let count = answer.get(userId) ?? 0;
    if (userId === openId || (last && last.reset > requestedAt)) {
      count = getUnseenCount(userId);
    } else if (last && last.changed > requestedAt) {
      count = Math.max(count, getUnseenCount(userId));
      isExact = false;
    }
    if (count > getUnseenCount(userId)) raisedAt.set(userId, Date.now());
    if (count > 0) counts.set(userId, count);
  }
  write(counts);
  return { isExact };
}

/** Applies counts from an earlier visit until the server answers; later changes stay. */
export function restoreUnseen(kept: KeptCounts): void {
  const counts = kept.filter(([userId]) => !lastChanges.has(userId));
  write(new Map([...counts, ...getUnseenCounts()]));
}

export function clearUnseen(): void {
  lastChanges.clear();
  raisedAt.clear();
  write(new Map());
}

const write = (counts: UnseenCounts): void => useUnseen.setState(counts, true);
