/**
 * What the server has not answered yet: own messages, and what this person did with others (`operate.ts`). One list
 * with one object each, and one TanStack mutation each, so that Devtools shows it. The entries of a conversation are
 * tried one after the other, in order. Each is stored on the device from the moment it is added: a window that starts,
 * or outlives another, takes over the entries of closed windows.
 *
 * `docs/delivery.md` says what can go wrong, and `docs/call-paths.md` follows one message through the functions.
 */
import { type Mutation, notifyManager, type QueryClient } from '@tanstack/react-query';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { ApiError } from '../api/errors.ts';
import { isTransient } from '../api/retry.ts';
import { hasFeature, isCutOff } from '../backend/connection.ts';
import { withCause } from '../cache/write.ts';
import { receiveMessage } from '../conversation/conversation.ts';
import type { Sendable, SendReferences, UnreadyPicture } from '../conversation/entities.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { messageOf } from '../lib/message-of.ts';
import { sleep } from '../lib/sleep.ts';
import { updatePreview } from '../people/change-users.ts';
import { holdSent, holdUnsent, releaseUnsent } from '../pictures/message-pictures.ts';

import type { Message, UserId } from '../protocol/entities.ts';
import { tellOwnWindows } from '../session/own-windows.ts';
import { setUndoable } from '../stores/undoable.ts';
import { notify } from '../ui/notify.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import {
  beginTries,
  findEarlier,
  lastKnownOf,
  mayBeStored,
  post,
  proveReachable,
} from './delivery.ts';
import {
  isMessage,
  noteProgress,
  type Operation,
  type Outgoing,
  QUIET_FAILURES,
  type Unsent,
  whyNotSent,
} from './outgoing.ts';
import { createAdoption, holdWindow, isTakenOver } from './ownership.ts';
import { preparePictureAgain } from './prepare-picture-again.ts';
import { type PriorTries, putStored, removeStored, type StoredEntry } from './storage.ts';

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
  /** Its mutation runs, between tries, too. */
  isStarted: boolean;
  /** Stored as this window's. */
  isStored: boolean;
  /** Not to be tried yet, and no later entry waits for it: a deletion that can be taken back. */
  isHeld: boolean;
  /** A picture that is being prepared: later entries wait. */
  picture: UnreadyPicture | undefined;
  /** Bytes of its original picture on the device. */
  originalBytes: number;
  /** Until then, a message may be taken back. */
  undoTimer: ReturnType<typeof setTimeout> | undefined;
}

/** How long something may be taken back, in ms. */
export const UNDO_MS = 5_000;
/** How long new messages wait for stored ones to be taken over, in ms. */
const ADOPTION_WAIT_MS = 3_000;
/** How long a try waits for the device's storage, in ms. */
const DISK_WAIT_MS = 3_000;
/** Most bytes of original pictures on the device in total. */
const MAX_ORIGINAL_BYTES = 200_000_000;
/** Most messages are sent sooner and need no storage. In ms. */
const CALM_MS = 2_000;
const NO_ROOM =
  'This device has no room to keep what is not sent yet. Please leave this window open until it is.';

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(queryClient: QueryClient, accountId: UserId) {
  const cache = queryClient.getMutationCache();
  const closing = new AbortController();
  /** Aborted when the session ends. */
  const { signal } = closing;
  const windowId = uuidv4();
  const entries = new Map<string, Entry>();
  /** By kind and message: when the person did what this window has tried last. */
  const latest = new Map<string, string>();
  /** With a try in progress; also those removed meanwhile. */
  const trying = new Set<Entry>();
  /** False until stored entries are taken over. */
  let isOpen = false;
  let isTroubleTold = false;
  let isFullTold = false;

  holdWindow(windowId, signal);
  const isOwn = (key: string) => entries.get(key)?.isStored ?? false;
  const adoption = createAdoption({ accountId, windowId, signal, isOwn, takeOver });
  queryClient.setMutationDefaults<Message | null, Error, Unsent>(messageKeys.all, {
    mutationFn: tryOnce,
    onSuccess: handleDone,
    onError: handleFailed,
    retry: (_count, error) => isTransient(error),
    retryDelay: 0,
    gcTime: Number.POSITIVE_INFINITY,
  });
  signal.addEventListener('abort', () => {
    for (const { undoTimer } of entries.values()) clearTimeout(undoTimer);
    setUndoable(undefined);
  });
  // A device storage that does not answer must not block messages.
  void Promise.race([adoption.adopt(), sleep(ADOPTION_WAIT_MS, signal)])
    .catch(() => undefined)
    .then(() => {
      isOpen = true;
      advanceAll();
    });

  // The list.

  function build(unsent: Unsent, error: Error | null = null): Mutation {
    const { peerId } = unsent;
    const mutationKey = isMessage(unsent)
      ? messageKeys.send(peerId)
      : messageKeys.operation(peerId, unsent.operation.kind);
    return cache.build<unknown, Error, unknown, unknown>(
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

  /** Adds an entry, which waits until its turn. */
  function put(unsent: Unsent, known: Partial<Entry> = {}, error?: Error): Entry {
    const entry: Entry = {
      unsent,
      mutation: build(unsent, error),
      backoff: createBackoff(),
      prior: undefined,
      handedOver: 0,
      isStarted: false,
      isStored: false,
      isHeld: false,
      picture: undefined,
      originalBytes: 0,
      undoTimer: undefined,
      ...known,
    };
    entries.set(unsent.key, entry);
    return entry;
  }

  const isCurrent = (entry: Entry, unsent: Unsent): boolean =>
    entries.get(unsent.key) === entry && entry.unsent === unsent;

  /** Those of one conversation, or of all: first those that have been started, the others in the order of writing. */
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
      cache.remove(mutation);
      cache.add(mutation);
    }
  }

  /** Changes what an entry says. A try that is about to begin stops. */
  function rewrite(entry: Entry, unsent: Unsent): void {
    notifyManager.batch(() => {
      cache.remove(entry.mutation);
      entry.unsent = unsent;
      entry.mutation = build(unsent);
      entry.isStarted = false;
      entry.backoff.reset();
      arrange();
    });
    void store(entry, { isChanged: true });
    advance(unsent.peerId);
  }

  /** Removes an entry that is settled or discarded, from memory and from the device. */
  function remove(entry: Entry): void {
    for (const dependent of listDependent(entry.unsent.key)) {
      if (!isMessage(dependent.unsent)) remove(dependent);
      else if (!dependent.isStarted) rewrite(dependent, { ...dependent.unsent, replyTo: {} });
    }
    removeHere(entry);
    void removeStored(accountId, entry.unsent.key);
  }

  /** Removes it from memory. */
  function removeHere(entry: Entry): void {
    const { key, peerId } = entry.unsent;
    if (!entries.delete(key)) return;
    clearTimeout(entry.undoTimer);
    cache.remove(entry.mutation);
    releaseUnsent(peerId, key);
    entry.backoff.reset();
    showUndoable();
    advance(peerId);
  }

  /** Whether an operation of a closed window comes too late: it would undo what this window has done since. */
  function isOutdated(unsent: Unsent): boolean {
    if (isMessage(unsent)) return false;
    return unsent.createdAt < (latest.get(describeAim(unsent.operation)) ?? '');
  }

  /** Operations on an unsent message, and replies to it. */
  const listDependent = (key: string): Entry[] =>
    [...entries.values()].filter(({ unsent }) =>
      isMessage(unsent) ? unsent.replyTo?._id === key : unsent.operation.messageId === key,
    );

  // The order.

  const advanceAll = (): void => {
    for (const peerId of new Set(list().map(({ unsent }) => unsent.peerId))) advance(peerId);
  };

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
    // Its state and the cache's global error handler show a failure.
    void mutation
      .continue()
      .catch(() => undefined)
      .then(() => {
        if (next.mutation === mutation) next.isStarted = false;
        advance(peerId);
      });
  }

  const isPending = ({ mutation }: Entry) => mutation.state.status === 'pending';

  /** Whether an entry waits for something else than those before it. */
  function isWaiting({ unsent, isHeld, handedOver }: Entry): boolean {
    // An operation waits for its message.
    if (!isMessage(unsent)) return isHeld || entries.has(unsent.operation.messageId);
    // A message waits while its deletion can be taken back.
    return handedOver === 0 && listDependent(unsent.key).some((dependent) => dependent.isHeld);
  }

  // The tries.

  async function tryOnce(unsent: Unsent): Promise<Message | null> {
    const entry = entries.get(unsent.key);
    if (!entry || !isCurrent(entry, unsent)) throw gone('It was changed or taken back.');
    const { mutation, backoff } = entry;
    trying.add(entry);
    try {
      const attempt = backoff.countFailures() + 1;
      await backoff.wait(signal, (endsAt, error) =>
        noteProgress(mutation, {
          attempt,
          waitsFor: `the next try, after: ${messageOf(error)}`,
          nextTryAt: new Date(endsAt).toISOString(),
        }),
      );
      noteProgress(mutation, { attempt, waitsFor: 'the answer' });
      if (await hasLost(entry)) {
        removeHere(entry);
        throw gone('Another window sends it.');
      }
      if (entry.handedOver === 0) await proveReachable(queryClient, signal);
      const message = isMessage(unsent)
        ? await trySend(entry, unsent)
        : await loadOperations().then(({ perform }) => perform(queryClient, outbox, entry));
      isTroubleTold = false;
      return message;
    } catch (error) {
      if (signal.aborted) throw gone('The session has ended.');
      // Later ones wait for the end of its tries.
      if (!isCurrent(entry, unsent)) throw isTransient(error) ? gone('It was taken back.') : error;
      backoff.noteFailure(error);
      tellTrouble(entry, error);
      throw error;
    } finally {
      trying.delete(entry);
    }
  }

  async function trySend(entry: Entry, outgoing: Outgoing): Promise<Message> {
    const { prior } = entry;
    if (prior) {
      const stored = await findEarlier(queryClient, outgoing, prior, signal);
      if (stored) return stored;
    } else {
      entry.prior = await beginTries(queryClient, outgoing.peerId, signal);
      await storeInTime(entry);
    }
    signal.throwIfAborted();
    handOver(entry, outgoing);
    const isKeyed = entry.prior?.isKeyed ?? false;
    const quotedId = outgoing.replyTo?._id;
    const isQuoteSent = quotedId !== undefined && !entries.has(quotedId);
    try {
      return await post(outgoing, { isKeyed, replyTo: isQuoteSent ? quotedId : undefined });
    } catch (error) {
      if (handBack(entry, error) && !prior && !isKeyed) {
        entry.prior = undefined;
        await storeInTime(entry);
      }
      throw error;
    }
  }

  /** Directly before the network call. */
  function handOver(entry: Entry, unsent: Unsent): void {
    if (!isCurrent(entry, unsent)) throw gone('It was changed or taken back.');
    entry.handedOver += 1;
    if (!isMessage(unsent)) latest.set(describeAim(unsent.operation), unsent.createdAt);
    showUndoable();
  }

  /** A try has failed; returns whether the server has surely not done it. */
  function handBack(entry: Entry, error: unknown): boolean {
    if (mayBeStored(error)) return false;
    entry.handedOver -= 1;
    showUndoable();
    return true;
  }

  /** Notified once, until something succeeds. The cache's global error handler notifies final failures. */
  function tellTrouble({ backoff }: Entry, error: unknown): void {
    const isLasting = backoff.countFailures() > QUIET_FAILURES && isTransient(error);
    // The connection status already shows an outage.
    if (!isLasting || isTroubleTold || isCutOff(queryClient) || !(error instanceof Error)) return;
    isTroubleTold = true;
    notify.error(error.message);
  }

  function handleDone(message: Message | null, unsent: Unsent): void {
    const { key, peerId } = unsent;
    if (signal.aborted || !message) return;
    // In one batch: the message is always in exactly one of the two places.
    withCause({ kind: 'mutation', name: 'send', payload: [message] }, () =>
      notifyManager.batch(() => {
        const shown = holdSent(peerId, key, message);
        receiveMessage(queryClient, peerId, { ...shown, outboxKey: key });
        if (hasFeature(queryClient, 'listExtras')) updatePreview(queryClient, peerId, message);
        const entry = entries.get(key);
        if (entry) handleSent(entry, message);
      }),
    );
    tellOwnWindows(queryClient, { kind: 'sent', peerId, message });
  }

  /** What refers to the message gets its id. Stored before the message is deleted from the device. */
  function handleSent(entry: Entry, { _id }: Message): void {
    for (const dependent of listDependent(entry.unsent.key)) {
      const { unsent } = dependent;
      if (!isMessage(unsent)) {
        rewrite(dependent, { ...unsent, operation: { ...unsent.operation, messageId: _id } });
      } else if (!dependent.isStarted) {
        rewrite(dependent, { ...unsent, replyTo: { ...unsent.replyTo, _id } });
      }
    }
    remove(entry);
  }

  function handleFailed(error: Error, unsent: Unsent): void {
    const entry = entries.get(unsent.key);
    if (signal.aborted || !entry || !isCurrent(entry, unsent)) return;
    entry.backoff.reset();
    void store(entry, { reason: error.message });
  }

  // The device.

  async function store(
    entry: Entry,
    { reason, isChanged = false }: { reason?: string; isChanged?: boolean } = {},
  ): Promise<void> {
    const { unsent, prior, picture } = entry;
    const { key } = unsent;
    if (entries.get(key) !== entry || signal.aborted) return;
    const stored: StoredEntry = {
      ownerId: windowId,
      unsent,
      prior,
      reason,
      ...(picture && { original: picture.original }),
    };
    const outcome = hasRoom(entry)
      ? await putStored(accountId, key, stored, { isAhead: isChanged || !entry.isStored })
      : 'full';
    if (outcome === 'stored') {
      entry.isStored = true;
      isFullTold = false;
    } else if (outcome === 'full') {
      void tellFull(entry);
    }
    adoption.announce();
  }

  /** A storage that does not answer must not block messages. */
  const storeInTime = (entry: Entry): Promise<void> =>
    Promise.race([store(entry), sleep(DISK_WAIT_MS, signal)]);

  /** Whether another window has taken the entry over. */
  async function hasLost({ isStored, unsent }: Entry): Promise<boolean> {
    if (!isStored) return false;
    const stays = sleep(DISK_WAIT_MS, signal).then(() => false);
    return Promise.race([isTakenOver(accountId, windowId, unsent.key), stays]);
  }

  function hasRoom(entry: Entry): boolean {
    const size = entry.picture?.original.size ?? 0;
    entry.originalBytes = 0;
    const others = list().reduce((sum, { originalBytes }) => sum + originalBytes, 0);
    if (others + size > MAX_ORIGINAL_BYTES) return false;
    entry.originalBytes = size;
    return true;
  }

  /** Notifies once, until there is room again. */
  async function tellFull(entry: Entry): Promise<void> {
    await sleep(CALM_MS, signal).catch(() => undefined);
    if (isFullTold || signal.aborted || !entries.has(entry.unsent.key) || !isPending(entry)) return;
    isFullTold = true;
    notify.error(NO_ROOM);
  }

  async function takeOver(orphans: readonly [key: string, StoredEntry][]): Promise<void> {
    if (signal.aborted) return;
    const taken: [Entry, StoredEntry][] = [];
    // Before any wait: otherwise what is written meanwhile would be sent first.
    notifyManager.batch(() => {
      for (const [key, stored] of orphans) {
        if (entries.has(key)) continue;
        if (isOutdated(stored.unsent)) {
          void removeStored(accountId, key);
          continue;
        }
        const { unsent, prior, reason, original } = stored;
        const picture = original && { original, image: preparePictureAgain(original, signal) };
        const error = reason === undefined ? undefined : new Error(reason);
        const entry = put(unsent, { prior, picture, handedOver: prior ? 1 : 0 }, error);
        if (picture) void finishPicture(entry);
        else holdImage(unsent);
        taken.push([entry, stored]);
      }
      arrange();
    });
    advanceAll();
    for (const [entry, { reason }] of taken) {
      await store(entry, reason === undefined ? {} : { reason });
    }
  }

  // Messages.

  function holdImage(unsent: Unsent): void {
    if (isMessage(unsent) && 'image' in unsent.content) {
      holdUnsent(unsent.peerId, unsent.key, unsent.content.image);
    }
  }

  /** Sends a message when its picture is ready. */
  async function finishPicture(entry: Entry): Promise<void> {
    const image = await entry.picture?.image.catch(() => null);
    const { unsent } = entry;
    if (signal.aborted || !isMessage(unsent) || !entries.has(unsent.key)) return;
    if (!image) return remove(entry);
    const ready = { ...unsent, content: { image } };
    holdImage(ready);
    entry.picture = undefined;
    rewrite(entry, ready);
  }

  /** The last message written, if it can be taken back: one offer below each of many would move the conversation. */
  function showUndoable(): void {
    const isUndoable = ({ undoTimer, handedOver }: Entry) => undoTimer && handedOver === 0;
    setUndoable([...entries.values()].findLast(isUndoable)?.unsent.key);
  }

  const outbox = {
    accountId,
    signal,

    /**
     * The message is in the outbox when this returns. A picture that is not ready is sent when it is, and later
     * messages after it. If its preparation fails, the message is removed: the code that prepares it notifies the
     * person.
     */
    send(peerId: UserId, content: Sendable, references?: SendReferences): void {
      const picture = 'original' in content ? content : undefined;
      const outgoing: Outgoing = {
        key: uuidv7(),
        senderId: accountId,
        peerId,
        content: 'original' in content ? { image: '' } : content,
        createdAt: new Date().toISOString(),
        after: lastKnownOf(queryClient, peerId),
        ...references,
      };
      const isKeyed = hasFeature(queryClient, 'idempotency');
      if (!picture) holdImage(outgoing);
      const entry = put(outgoing, { picture, ...(isKeyed && { prior: { isKeyed } }) });
      entry.undoTimer = setTimeout(() => {
        entry.undoTimer = undefined;
        showUndoable();
      }, UNDO_MS);
      showUndoable();
      void store(entry);
      if (picture) void finishPicture(entry);
      else advance(peerId);
    },

    /**
     * Takes a message back, for a short time and only while nothing of it can be on the server: a try without an answer
     * may have arrived. Returns its content.
     */
    undo(key: string): Sendable | undefined {
      const entry = entries.get(key);
      if (!entry?.undoTimer || entry.handedOver > 0 || !isMessage(entry.unsent)) return undefined;
      remove(entry);
      return entry.picture ?? entry.unsent.content;
    },

    /** Retries a failed message, or at once one that keeps failing. */
    retry(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      if (isPending(entry)) {
        entry.backoff.wake();
        return;
      }
      // The person has seen that it is not there.
      entry.prior = undefined;
      rewrite(entry, { ...entry.unsent });
    },

    /** Discards such a message; if the server has it after all, it is shown when it appears. */
    discard(key: string): void {
      const entry = entries.get(key);
      if (entry && whyNotSent(entry.mutation.state) !== undefined) remove(entry);
    },

    /** The connection is back: ends the pauses and retries now. */
    wake(): void {
      for (const { backoff } of entries.values()) backoff.wake();
    },

    /** Takes over entries of closed windows. */
    adopt: adoption.adopt,

    /** Stops everything; stored entries stay. */
    close: () => closing.abort(),

    // For `operate.ts` and `perform.ts`.

    find: (key: string): Entry | undefined => entries.get(key),
    list,
    rewrite,
    remove,
    handOver,
    handBack,
    storeInTime,

    /** Adds an operation; one that is held waits for `release`. */
    add(unsent: Unsent, { isHeld }: { isHeld: boolean }): Entry {
      const entry = put(unsent, { isHeld });
      void store(entry);
      advance(unsent.peerId);
      return entry;
    },

    release(entry: Entry): void {
      entry.isHeld = false;
      advance(entry.unsent.peerId);
    },
  };
  return outbox;
}

/** Of several operations with the same aim, the last one counts. */
const describeAim = ({ kind, messageId }: Operation): string => `${kind} ${messageId}`;

/** Not in the first load. */
const loadOperations = () =>
  import('./perform.ts').catch((cause: unknown) => {
    throw new ApiError({ kind: 'network', message: 'Can’t load a part of the app.', cause });
  });

/** The person is signed out, or the entry is removed. */
const gone = (message: string) => new ApiError({ kind: 'network', message, isMoot: true });
