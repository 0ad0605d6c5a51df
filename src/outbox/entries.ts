/**
 * The list of what the server has not answered yet, and its order. Each entry is one object with one TanStack mutation.
 * The entries of a conversation are tried one after the other.
 */
import { type Mutation, notifyManager, type QueryClient } from '@tanstack/react-query';
import { ApiError, delayRetry } from '../api/errors.ts';
import { addMutation, moveMutationToEnd, removeMutation } from '../cache/write.ts';
import type { UnreadyPicture } from '../conversation/entities.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { mergeQuote } from '../conversation/patches/merge-quote.ts';
import { releaseUnsent } from '../pictures/retained-pictures.ts';
import type { Quote, UserId } from '../protocol/entities.ts';
import { notify } from '../ui/notify.ts';
import { isMessage, type Unsent } from './outgoing.ts';
import type { PriorTries } from './storage.ts';

/** One message or operation. */
export interface Entry {
  /** Replaced as a whole when it changes, with the mutation. */
  unsent: Unsent;
  mutation: Mutation;
  readonly backoff: Backoff;
  /** What earlier tries may have left on the server; undefined: nothing. */
  prior: PriorTries | undefined;
  /** Tries passed to the network and not refused. While it is 0, nothing can be on the server. */
  handedOver: number;
  /** The mutation of the entry runs, also between tries. */
  isStarted: boolean;
  /** The device has the entry under the id of this window. */
  isStored: boolean;
  /** A deletion that can be taken back: it is not tried yet, and no later entry waits for it. */
  isDelayed: boolean;
  /** A picture that is being prepared: later entries wait. */
  picture: UnreadyPicture | undefined;
  /** Ends the upload of its picture. */
  stopUpload: (() => void) | undefined;
  /** Ends the time in which the entry can be taken back. */
  undoTimer: ReturnType<typeof setTimeout> | undefined;
}

export type Entries = ReturnType<typeof createEntries>;

export const isUntried = ({ handedOver }: Entry): boolean => handedOver === 0;
export const isPending = ({ mutation }: Entry): boolean => mutation.state.status === 'pending';

const TOO_LATE = 'That was too late: the message had already been sent.';

interface ListEvents {
  /** The content of an entry has changed. */
  onRewritten(entry: Entry): void;
  /** An entry is not in this window any more. */
  onDropped(entry: Entry): void;
  /** An entry is settled or discarded. */
  onRemoved(entry: Entry): void;
}

export function createEntries(queryClient: QueryClient, signal: AbortSignal, events: ListEvents) {
  const entries = new Map<string, Entry>();
  /** Entries with a try in progress, also those removed meanwhile. */
  const trying = new Set<Entry>();
  /** Keys of messages that the person has discarded although the server may have got them. */
  const discarded = new Set<string>();
  /** False until stored entries are taken over. */
  let isOpen = false;

  function build(unsent: Unsent, error: Error | null = null): Mutation {
    const { peerId } = unsent;
    const mutationKey = isMessage(unsent)
      ? messageKeys.send(peerId)
      : messageKeys.operation(peerId, unsent.operation.kind);
    return addMutation<unknown, unknown>(
      queryClient,
      { mutationKey },
      {
        status: error ? 'error' : 'pending',
        variables: unsent,
        submittedAt: Date.now(),
        isPaused: false,
        failureCount: 0,
        failureReason: null,
        error,
        data: undefined,
        context: undefined,
      },
    );
  }

  /** Adds an entry; `advance` starts it. */
  function put(unsent: Unsent, known: Partial<Entry> = {}, error?: Error): Entry {
    const entry: Entry = {
      unsent,
      mutation: build(unsent, error),
      backoff: createBackoff(),
      prior: undefined,
      handedOver: 0,
      isStarted: false,
      isStored: false,
      isDelayed: false,
      picture: undefined,
      stopUpload: undefined,
      undoTimer: undefined,
      ...known,
    };
    entries.set(unsent.key, entry);
    return entry;
  }

  /** The entries of one conversation, or of all: first those that have been started, the others in order of writing. */
  const list = (peerId?: UserId): Entry[] =>
    [...entries.values()]
      .filter(({ unsent }) => peerId === undefined || unsent.peerId === peerId)
      .sort((a, b) => {
        const started = Number(b.isStarted) - Number(a.isStarted);
        return started || (a.unsent.key < b.unsent.key ? -1 : 1);
      });

  /** The screens show mutations in the order of the cache. */
  function arrange(): void {
    for (const { mutation, isStarted } of list()) {
      if (isStarted || mutation.state.status !== 'pending') continue;
      moveMutationToEnd(queryClient, mutation);
    }
  }

  /** Changes an entry's content. A try that is about to begin stops. With an error, the entry waits for the person. */
  function rewrite(entry: Entry, unsent: Unsent, error: Error | null = null): void {
    notifyManager.batch(() => {
      removeMutation(queryClient, entry.mutation);
      entry.unsent = unsent;
      entry.mutation = build(unsent, error);
      entry.isStarted = false;
      entry.backoff.reset();
      arrange();
    });
    events.onRewritten(entry);
    advance(unsent.peerId);
  }

  /** Removes an entry that is settled or discarded, from memory and from the device. */
  function remove(entry: Entry): void {
    for (const dependent of listDependent(entry.unsent.key)) {
      if (!isMessage(dependent.unsent)) remove(dependent);
      else if (!dependent.isStarted) rewrite(dependent, { ...dependent.unsent, replyTo: {} });
    }
    drop(entry);
    events.onRemoved(entry);
  }

  /** The person has discarded the entry. */
  function discard(entry: Entry): void {
    if (!isUntried(entry)) discarded.add(entry.unsent.key);
    remove(entry);
  }

  /** The server has this message. */
  function confirmSent(key: string): void {
    if (discarded.delete(key)) notify.blank(TOO_LATE);
  }

  /** Removes an entry from memory. */
  function drop(entry: Entry): void {
    const { key, peerId } = entry.unsent;
    if (!entries.delete(key)) return;
    clearTimeout(entry.undoTimer);
    entry.stopUpload?.();
    removeMutation(queryClient, entry.mutation);
    releaseUnsent(peerId, key);
    entry.backoff.reset();
    events.onDropped(entry);
    advance(peerId);
  }

  /** Operations on an unsent message, and replies to it. */
  const listDependent = (key: string): Entry[] =>
    [...entries.values()].filter(({ unsent }) =>
      isMessage(unsent) ? unsent.replyTo?._id === key : unsent.operation.messageId === key,
    );

  /** A sent message has this id: entries that refer to its key get the id. */
  function nameSent(key: string, id: string): void {
    for (const dependent of listDependent(key)) {
      const { unsent } = dependent;
      if (!isMessage(unsent)) {
        rewrite(dependent, { ...unsent, operation: { ...unsent.operation, messageId: id } });
      } else if (!dependent.isStarted) {
        rewrite(dependent, { ...unsent, replyTo: { ...unsent.replyTo, _id: id } });
      }
    }
  }

  /** A message was edited or deleted: replies show that. One that is being tried gets its quote with the answer. */
  function requote(quote: Quote): void {
    for (const entry of list()) {
      const { unsent, mutation, isStarted } = entry;
      if (!isMessage(unsent)) continue;
      const replyTo = mergeQuote(unsent.replyTo, quote);
      if (isStarted || !replyTo || replyTo === unsent.replyTo) continue;
      rewrite(entry, { ...unsent, replyTo }, mutation.state.error);
    }
  }

  /** Starts the next entry of a conversation, unless one is in progress. */
  function advance(peerId: UserId): void {
    if (!isOpen || signal.aborted) return;
    const isOf = ({ unsent }: Entry) => unsent.peerId === peerId;
    const waiting = list(peerId);
    if (waiting.some(({ isStarted }) => isStarted) || [...trying].some(isOf)) return;
    const next = waiting.find((entry) => isPending(entry) && !isWaiting(entry));
    if (!next || next.picture) return;
    const { mutation } = next;
    next.isStarted = true;
    // The mutation's state and the cache's global error handler show a failure; `tries.ts` has the try.
    void mutation
      .continue()
      .catch(() => undefined)
      .then(() => {
        if (next.mutation === mutation) next.isStarted = false;
        advance(peerId);
      });
  }

  const advanceAll = (): void => {
    for (const peerId of new Set(list().map(({ unsent }) => unsent.peerId))) advance(peerId);
  };

  /** Whether an entry waits for something else than those before it. */
  function isWaiting(entry: Entry): boolean {
    const { unsent, isDelayed } = entry;
    // An operation waits for its message.
    if (!isMessage(unsent)) return isDelayed || entries.has(unsent.operation.messageId);
    // A message waits while its deletion can be taken back.
    return isUntried(entry) && listDependent(unsent.key).some((dependent) => dependent.isDelayed);
  }

  return {
    trying,
    put,
    find: (key: string): Entry | undefined => entries.get(key),
    has: (key: string): boolean => entries.has(key),
    isCurrent: (entry: Entry, unsent: Unsent): boolean =>
      entries.get(unsent.key) === entry && entry.unsent === unsent,
    list,
    arrange,
    rewrite,
    remove,
    discard,
    confirmSent,
    drop,
    nameSent,
    requote,
    advance,
    advanceAll,

    /** From now on, entries are tried. */
    open(): void {
      isOpen = true;
      advanceAll();
    },
  };
}

// The pauses between the tries of one entry of the outbox.

/**
 * TanStack Query decides whether an entry is retried. This decides when: the pause must end when the connection is back,
 * and Query's own pause does not.
 */
export function createBackoff() {
  let failures = 0;
  let lastError: unknown;
  let endPause: (() => void) | undefined;

  return {
    recordFailure(error: unknown): void {
      failures += 1;
      lastError = error;
    },

    countFailures: (): number => failures,

    /** Pauses by the number of failures; `handlePause` gets the end (ms since the epoch) and the reason. */
    wait(
      signal: AbortSignal,
      handlePause: (endsAt: number, error: unknown) => void,
    ): Promise<void> {
      if (failures === 0 || signal.aborted) return Promise.resolve();
      const pauseMs = delayRetry(failures - 1, lastError);
      handlePause(Date.now() + pauseMs, lastError);
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          endPause = undefined;
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, pauseMs);
        signal.addEventListener('abort', end);
        endPause = end;
      });
    },

    /** Ends the pause, unless the server asked for it. */
    wake(): void {
      const isAskedFor = lastError instanceof ApiError && lastError.retryAfterMs !== undefined;
      if (!isAskedFor) endPause?.();
    },

    /** The entry is settled, removed, or will not be retried: ends its pause. */
    reset(): void {
      failures = 0;
      endPause?.();
    },
  };
}

type Backoff = ReturnType<typeof createBackoff>;
