/** One try of an entry, and what its end changes. */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { isTransient } from '../api/retry.ts';
import { hasFeature, isCutOff } from '../backend/connection.ts';
import { withCause } from '../cache/write.ts';
import { receiveMessage } from '../conversation/conversation.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { messageOf } from '../lib/message-of.ts';
import { updatePreview } from '../people/change-users.ts';
import { holdSent } from '../pictures/message-pictures.ts';
import type { Message } from '../protocol/entities.ts';
import { tellOwnWindows } from '../session/own-windows.ts';
import { notify } from '../ui/notify.ts';
import { beginTries, findEarlier, mayBeStored, post, proveReachable } from './delivery.ts';
import type { Device } from './device.ts';
import type { Entries, Entry } from './entries.ts';
import {
  isMessage,
  noteProgress,
  type Operation,
  type Outgoing,
  QUIET_FAILURES,
  type Unsent,
} from './outgoing.ts';
import type { Undo } from './undo.ts';

export interface TriesOptions {
  queryClient: QueryClient;
  signal: AbortSignal;
  entries: Entries;
  device: Device;
  undo: Undo;
}

export type Tries = ReturnType<typeof createTries>;

export function createTries(options: TriesOptions) {
  const { queryClient, signal, entries, device, undo } = options;
  /** By kind and message: when the person did what this window has tried last. */
  const latest = new Map<string, string>();
  let isTroubleTold = false;

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
        noteProgress(mutation, {
          attempt,
          waitsFor: `the next try, after: ${messageOf(error)}`,
          nextTryAt: new Date(endsAt).toISOString(),
        }),
      );
      noteProgress(mutation, { attempt, waitsFor: 'the answer' });
      if (await device.hasLost(entry)) {
        entries.drop(entry);
        throw gone('Another window sends it.');
      }
      if (entry.handedOver === 0) await proveReachable(queryClient, signal);
      const message = isMessage(unsent)
        ? await trySend(entry, unsent)
        : await loadOperations().then(({ perform }) => perform(options, tries, entry));
      isTroubleTold = false;
      return message;
    } catch (error) {
      if (signal.aborted) throw gone('The session has ended.');
      // Later ones wait for the end of its tries.
      if (!entries.isCurrent(entry, unsent)) {
        throw isTransient(error) ? gone('It was taken back.') : error;
      }
      backoff.noteFailure(error);
      tellTrouble(entry, error);
      throw error;
    } finally {
      entries.trying.delete(entry);
    }
  }

  async function trySend(entry: Entry, outgoing: Outgoing): Promise<Message> {
    const { prior } = entry;
    if (prior) {
      const stored = await findEarlier(queryClient, outgoing, prior, signal);
      if (stored) return stored;
    } else {
      entry.prior = await beginTries(queryClient, outgoing.peerId, signal);
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
      return await post(outgoing, { isKeyed, replyTo: isQuoteSent ? quotedId : undefined });
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
        const entry = entries.find(key);
        if (!entry) return;
        // Stored before the message is deleted from the device.
        entries.nameSent(key, message._id);
        entries.remove(entry);
      }),
    );
    tellOwnWindows(queryClient, { kind: 'sent', peerId, message });
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

    /** Whether an operation of a closed window comes too late: it would undo what this window has done since. */
    isOutdated(unsent: Unsent): boolean {
      if (isMessage(unsent)) return false;
      return unsent.createdAt < (latest.get(describeAim(unsent.operation)) ?? '');
    },
  };
  return tries;
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
