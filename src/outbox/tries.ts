/** One try of an entry, and what its end changes. */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { checkSession } from '../api/auth.ts';
import { ApiError, isTransient } from '../api/errors.ts';
import * as api from '../api/messages.ts';
import { makeUploadFetch } from '../api/upload-fetch.ts';
import {
  getEpoch,
  getFeatures,
  hasOutage,
  isExtended,
  untilFeatures,
} from '../backend/connection.ts';
import { findAlike, findStored } from '../backend/plain/sending.ts';
import { publishToWindows } from '../backend/plain/windows.ts';
import { withCause } from '../cache/write.ts';
import { receiveMessage } from '../conversation/conversation.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { messageOf } from '../lib/message-of.ts';
import { updatePreview } from '../people/change-users.ts';
import { retainSent } from '../pictures/retained-pictures.ts';
import type { Message, MessageId } from '../protocol/entities.ts';
import { authQueries } from '../session/auth.ts';
import { setUploadProgress } from '../stores/unsent.ts';
import { notify } from '../ui/notify.ts';
import type { Device } from './device.ts';
import type { Entries, Entry } from './entries.ts';
import {
  isMessage,
  type Operation,
  type Outgoing,
  QUIET_FAILURES,
  recordProgress,
  type Unsent,
} from './outgoing.ts';
import type { PriorTries } from './storage.ts';
import type { Undo } from './undo.ts';

export interface TriesOptions {
  queryClient: QueryClient;
  signal: AbortSignal;
  entries: Entries;
  device: Device;
  undo: Undo;
  /** One try of an operation. */
  perform(options: TriesOptions, tries: Tries, entry: Entry): Promise<null>;
}

export type Tries = ReturnType<typeof createTries>;

export function createTries(options: TriesOptions) {
  const { queryClient, signal, entries, device, undo, perform } = options;
  /** Times of the operations that this window has tried last, by kind and message. */
  const latest = new Map<string, string>();
  let isNotified = false;

  queryClient.setMutationDefaults<Message | null, Error, Unsent>(messageKeys.all, {
    mutationFn: tryOnce,
    onSuccess: handleDone,
    onError: handleFailed,
    retry: (_count, error) => isTransient(error),
    retryDelay: 0,
    gcTime: Number.POSITIVE_INFINITY,
  });

  async function tryOnce(unsent: Unsent): Promise<Message | null> {
    const entry = entries.find(unsent.key);
    if (!entry || !entries.isCurrent(entry, unsent)) throw gone('It was changed or taken back.');
    const { mutation, backoff } = entry;
    entries.trying.add(entry);
    try {
      const attempt = backoff.countFailures() + 1;
      await backoff.wait(signal, (endsAt, error) =>
        recordProgress(mutation, {
          attempt,
          waitsFor: `the next try, after: ${messageOf(error)}`,
          nextTryAt: new Date(endsAt).toISOString(),
        }),
      );
      recordProgress(mutation, { attempt, waitsFor: 'the answer' });
      if (entry.handedOver === 0) await proveReachable(queryClient, signal);
      const message = isMessage(unsent)
        ? await trySend(entry, unsent)
        : await perform(options, tries, entry);
      isNotified = false;
      return message;
    } catch (error) {
      if (signal.aborted) throw gone('The session has ended.');
      // Later ones wait for the end of its tries.
      if (!entries.isCurrent(entry, unsent)) {
        throw isTransient(error) || !(error instanceof ApiError)
          ? gone('It was taken back.')
          : error;
      }
      backoff.recordFailure(error);
      notifyTrouble(entry, error);
      throw error;
    } finally {
      entries.trying.delete(entry);
    }
  }

  async function trySend(entry: Entry, outgoing: Outgoing): Promise<Message> {
    const { prior } = entry;
    if (prior && !prior.isKeyed) {
      const stored = await findStored(queryClient, outgoing, prior.alike, signal);
      if (stored) return stored;
    } else if (!prior) {
      entry.prior = await beginTries(queryClient, outgoing, signal);
      await device.storeInTime(entry).finally(() => {
        if (signal.aborted) device.forgetTries(entry);
      });
    }
    signal.throwIfAborted();
    handOver(entry, outgoing);
    const isKeyed = entry.prior?.isKeyed ?? false;
    const quotedId = outgoing.replyTo?._id;
    const isQuoteSent = quotedId !== undefined && !entries.has(quotedId);
    try {
      return await post(outgoing, {
        isKeyed,
        replyTo: isQuoteSent ? quotedId : undefined,
        onUpload: (stop) => {
          entry.stopUpload = stop;
        },
      });
    } catch (error) {
      if (handBack(entry, error) && !prior && !isKeyed) {
        entry.prior = undefined;
        if (signal.aborted) device.forgetTries(entry);
        else await device.storeInTime(entry);
      }
      throw error;
    }
  }

  /** Directly before the network call. */
  function handOver(entry: Entry, unsent: Unsent): void {
    if (!entries.isCurrent(entry, unsent)) throw gone('It was changed or taken back.');
    entry.handedOver += 1;
    if (!isMessage(unsent)) latest.set(describeAim(unsent.operation), unsent.createdAt);
    undo.show();
  }

  /** A try has failed; returns whether the server has surely not done it. */
  function handBack(entry: Entry, error: unknown): boolean {
    if (mayBeStored(error)) return false;
    entry.handedOver -= 1;
    undo.show();
    return true;
  }

  /** Notified once, until something succeeds. The cache's global error handler notifies final failures. */
  function notifyTrouble({ backoff }: Entry, error: unknown): void {
    const isLasting = backoff.countFailures() > QUIET_FAILURES && isTransient(error);
    // The connection status already shows an outage.
    if (!isLasting || isNotified || hasOutage(queryClient) || !(error instanceof Error)) return;
    isNotified = true;
    notify.error(error.message);
  }

  /** The server has the message: removes its entry. Returns the message as the screen shows it. */
  function end(message: Message, { key, peerId }: Unsent): Message {
    const entry = entries.find(key);
    const shown = retainSent(peerId, key, message);
    if (entry) {
      // Stored before the message is deleted from the device.
      entries.nameSent(key, message._id);
      // If an event or a page was faster, the message's own answer holds up nothing behind it.
      entries.trying.delete(entry);
      entries.remove(entry);
    } else entries.confirmSent(key);
    updatePreview(queryClient, peerId, message);
    return shown;
  }

  function handleDone(message: Message | null, unsent: Unsent): void {
    const { key, peerId } = unsent;
    if (signal.aborted || !message) return;
    // In one batch: the message is always in exactly one of the two places.
    withCause({ kind: 'mutation', name: 'send', payload: [message] }, () =>
      notifyManager.batch(() =>
        receiveMessage(
          queryClient,
          peerId,
          { ...end(message, unsent), key },
          getEpoch(queryClient),
        ),
      ),
    );
    publishToWindows(queryClient, { kind: 'sent', peerId, message });
  }

  function handleFailed(error: Error, unsent: Unsent): void {
    const entry = entries.find(unsent.key);
    if (signal.aborted || !entry || !entries.isCurrent(entry, unsent)) return;
    entry.backoff.reset();
    void device.store(entry, { reason: error.message });
  }

  const tries = {
    handOver,
    handBack,

    /** Messages have come by an event or a fetch: those that were unsent are done, whether or not they had an answer. */
    settle(messages: readonly Message[]): void {
      for (const message of messages) {
        const unsent = message.key === undefined ? undefined : entries.find(message.key)?.unsent;
        if (unsent?.senderId === message.senderId) end(message, unsent);
        else if (message.key !== undefined) entries.confirmSent(message.key);
      }
    },

    /** Whether an operation of a closed window is too late: it would undo an operation of this window. */
    isOutdated(unsent: Unsent): boolean {
      if (isMessage(unsent)) return false;
      return unsent.createdAt < (latest.get(describeAim(unsent.operation)) ?? '');
    },
  };
  return tries;
}

/** Operations with the same aim replace each other: the last one counts. */
const describeAim = ({ kind, messageId }: Operation): string => `${kind} ${messageId}`;

/** The person is signed out, or the entry is removed. */
const gone = (message: string) => new ApiError({ kind: 'network', message, isMoot: true });

// The calls of one try to send a message. It carries its key, and may be sent any number of times.

/**
 * Rejects without a server. While the connection is lost, a call that changes nothing goes first: what has never left
 * the device can still be changed or taken back.
 */
async function proveReachable(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  if (!hasOutage(queryClient)) return;
  try {
    await checkSession(signal);
  } catch (cause) {
    throw isTransient(cause) ? cause : unreachable(cause);
  }
}

const unreachable = (cause?: unknown) =>
  new ApiError({ kind: 'network', message: 'Can’t reach the server.', cause });

/** What a later try must know of the first one. Stored before that is sent: after a crash the next try must know. */
async function beginTries(
  queryClient: QueryClient,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<PriorTries> {
  await untilFeatures(queryClient, signal);
  if (!hasHeard(queryClient)) throw unreachable();
  if (isExtended(queryClient)) return { isKeyed: true };
  return { isKeyed: false, alike: await findAlike(queryClient, outgoing) };
}

/** Sends a message. */
async function post(
  { key, peerId, content, forwardOf }: Outgoing,
  {
    isKeyed,
    replyTo,
    onUpload,
  }: {
    isKeyed: boolean;
    replyTo: MessageId | undefined;
    /** Gets the function that ends it. */
    onUpload: (stop: () => void) => void;
  },
): Promise<Message> {
  const isUpload = 'image' in content && forwardOf === undefined;
  const upload = new AbortController();
  if (isUpload) onUpload(() => upload.abort());
  try {
    return await api.sendMessage(peerId, content, {
      ...(replyTo !== undefined && { replyTo }),
      ...(forwardOf !== undefined && { forwardOf }),
      idempotencyKey: isKeyed ? key : undefined,
      signal: upload.signal,
      fetch: isUpload ? makeUploadFetch((part) => setUploadProgress(key, part)) : undefined,
    });
  } catch (error) {
    if (!isUpload || !(error instanceof ApiError) || error.kind !== 'network') throw error;
    // An upload follows redirects: a login page of another origin looks like a lost network. Other calls can tell.
    throw await checkSession().then(
      () => error,
      (cause: unknown) => (isTransient(cause) ? cause : error),
    );
  } finally {
    setUploadProgress(key, null);
  }
}

/**
 * Whether anything has come from the server since the page began, which may show an earlier visit. Without it, a try
 * could neither carry a key nor be looked for after its answer was lost, so none is made.
 */
function hasHeard(queryClient: QueryClient): boolean {
  const checkedAt = queryClient.getQueryState(authQueries.me().queryKey)?.dataUpdatedAt ?? 0;
  return getFeatures(queryClient) !== null || checkedAt > 0;
}

/**
 * Whether the server may have stored a message despite the error. A 503 of the server itself means that it has not; but
 * a proxy also answers 503 if it got no answer.
 */
function mayBeStored(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.kind !== 'http') return error.kind === 'network';
  const isSurelyNot = error.status === 503 && error.isRefusal;
  return error.status !== undefined && error.status >= 500 && !isSurelyNot;
}
