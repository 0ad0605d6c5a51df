/**
 * How many messages of each sender are unseen. Counts come from the server with the users list and
 * from events in between; an answer never overwrites what happened after its request was sent.
 */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

/** By sender; one without any is absent. A map, because a backend may choose any word for an id. */
export type UnseenCounts = ReadonlyMap<UserId, number>;

/** As the device keeps them. */
export type KeptCounts = readonly (readonly [UserId, number])[];

interface LastChange {
  /** Position of the sender's newest change and newest reset in the sequence of all changes. */
  changed: number;
  reset: number;
}

const useUnseen = create<UnseenCounts>(() => new Map());

let sequence = 0;
const lastChanges = new Map<UserId, LastChange>();

/** Longer than an event takes that was sent before the answer, in ms. */
const DOUBT_MS = 1_000;
/** When an answer has raised whose count, ms since the epoch. */
const raisedAt = new Map<UserId, number>();

export const useUnseenCount = (userId: UserId): number =>
  useUnseen((counts) => counts.get(userId) ?? 0);

const NONE: UnseenCounts = new Map();

/** All counts, for whoever sorts by them; who does not is not told of changes. */
export const useUnseenCounts = (isWanted: boolean): UnseenCounts =>
  useUnseen((counts) => (isWanted ? counts : NONE));

export const getUnseenCount = (userId: UserId): number => getUnseenCounts().get(userId) ?? 0;

export const getUnseenCounts = (): UnseenCounts => useUnseen.getState();

/** Of all people together. */
export const useUnseenTotal = (): number => useUnseen(sum);

/** Of all people but one. */
export const useUnseenElsewhere = (userId: UserId): number =>
  useUnseen((counts) => sum(counts) - (counts.get(userId) ?? 0));

const sum = (counts: UnseenCounts): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

/** Calls back after each change, with the counts and those before. Returns the function that unsubscribes. */
export const subscribeUnseen = (
  listener: (counts: UnseenCounts, before: UnseenCounts) => void,
): (() => void) => useUnseen.subscribe(listener);

/**
 * Counts one message by its event. Where an answer has just raised the count, it may be for this message, and
 * nothing in the event tells: it is counted all the same, and the result says that asking again is worthwhile.
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

/** The number is known here, whatever an answer says that is under way. */
export function setUnseenCount(userId: UserId, count: number): void {
  sequence += 1;
  lastChanges.set(userId, { changed: sequence, reset: sequence });
  if (count === getUnseenCount(userId)) return;
  const counts = new Map(getUnseenCounts());
  if (count > 0) counts.set(userId, count);
  else counts.delete(userId);
  write(counts);
}

/** Marks the moment a request for the counts is sent; its answer goes to `takeUnseen` with this. */
export const beginUnseenRequest = (): number => sequence;

/**
 * Takes the server's counts. A sender whose count was reset since the request keeps the local one.
 * For one who only got messages since, nobody can tell whether the answer counts them: the larger
 * number stands, and the result says that asking again is worthwhile. The count of the conversation that is open
 * here is told by its messages.
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

/** Counts that an earlier visit has kept, until the server tells; what happened since stands. */
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
