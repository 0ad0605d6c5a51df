/**
 * How many messages of each sender are unseen. Counts come from the server with the users list and
 * from events in between; an answer never overwrites what happened after its request was sent.
 */
import { create } from 'zustand';
import type { UnseenMessages, UserId } from '../protocol/entities.ts';

interface Unseen {
  counts: UnseenMessages;
}

interface LastChange {
  /** Position of the sender's newest change and newest reset in the sequence of all changes. */
  changed: number;
  reset: number;
}

const useUnseen = create<Unseen>(() => ({ counts: {} }));

let sequence = 0;
const lastChanges = new Map<UserId, LastChange>();

export const useUnseenCount = (userId: UserId): number =>
  useUnseen((state) => state.counts[userId] ?? 0);

const NONE: UnseenMessages = {};

/** All counts, for whoever sorts by them; who does not is not told of changes. */
export const useUnseenCounts = (isWanted: boolean): UnseenMessages =>
  useUnseen((state) => (isWanted ? state.counts : NONE));

export const getUnseenCount = (userId: UserId): number => useUnseen.getState().counts[userId] ?? 0;

export const getUnseenCounts = (): UnseenMessages => useUnseen.getState().counts;

/** Of all people together. */
export const useUnseenTotal = (): number =>
  useUnseen(({ counts }) => Object.values(counts).reduce((total, count) => total + count, 0));

/** Calls back after each change, with the counts and those before. Returns the function that unsubscribes. */
export const subscribeUnseen = (
  listener: (counts: UnseenMessages, before: UnseenMessages) => void,
): (() => void) =>
  useUnseen.subscribe((state, before) => {
    if (state.counts !== before.counts) listener(state.counts, before.counts);
  });

export function incrementUnseen(userId: UserId): void {
  sequence += 1;
  lastChanges.set(userId, { changed: sequence, reset: lastChanges.get(userId)?.reset ?? 0 });
  useUnseen.setState(({ counts }) => ({
    counts: { ...counts, [userId]: (counts[userId] ?? 0) + 1 },
  }));
}

export function resetUnseen(userId: UserId): void {
  sequence += 1;
  lastChanges.set(userId, { changed: sequence, reset: sequence });
  useUnseen.setState((state) => {
    if (!state.counts[userId]) return state;
    const { [userId]: _, ...counts } = state.counts;
    return { counts };
  });
}

/** Marks the moment a request for the counts is sent; its answer goes to `takeUnseen` with this. */
export const beginUnseenRequest = (): number => sequence;

/**
 * Takes the server's counts. A sender whose count was reset since the request keeps the local one.
 * For one who only got messages since, nobody can tell whether the answer counts them: the larger
 * number stands, and the result says that asking again is worthwhile.
 */
export function takeUnseen(answer: UnseenMessages, requestedAt: number): { isExact: boolean } {
  const local = useUnseen.getState().counts;
  const counts: UnseenMessages = {};
  let isExact = true;
  for (const userId of new Set([...Object.keys(answer), ...Object.keys(local)])) {
    const last = lastChanges.get(userId);
    let count = answer[userId] ?? 0;
    if (last && last.reset > requestedAt) {
      count = local[userId] ?? 0;
    } else if (last && last.changed > requestedAt) {
      count = Math.max(count, local[userId] ?? 0);
      isExact = false;
    }
    if (count > 0) counts[userId] = count;
  }
  useUnseen.setState({ counts });
  return { isExact };
}

export function clearUnseen(): void {
  lastChanges.clear();
  useUnseen.setState({ counts: {} });
}
