/**
 * What the server has not answered yet: own messages, and what this person did with others (`operate.ts`). Each is an
 * entry (`entries.ts`), which is tried until it is answered (`tries.ts`), and stored on the device from the moment it is
 * added (`device.ts`): a window that starts, or outlives another, takes over the entries of closed windows
 * (`ownership.ts`). `undo.ts` has the time to take something back.
 *
 * `docs/delivery.md` says what can go wrong, and `docs/architecture.md` follows one message through the functions.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { isExtended } from '../backend/connection.ts';
import { type Cause, withCause } from '../cache/write.ts';
import type { Sendable, SendReferences } from '../conversation/entities.ts';
import { loadCode } from '../lib/load-code.ts';
import { messageOf } from '../lib/message-of.ts';
import { sleep } from '../lib/sleep.ts';
import { retainUnsent } from '../pictures/retained-pictures.ts';
import type { UserId } from '../protocol/entities.ts';
import { LIMITS } from '../protocol/limits.ts';
import { subscribeQuotes, subscribeRows } from '../stores/message-events.ts';
import { notify } from '../ui/notify.ts';
import { createDevice } from './device.ts';
import { createEntries, type Entry, isPending, isUntried } from './entries.ts';
import {
  isMessage,
  type Outgoing,
  type OutgoingOperation,
  type Unsent,
  whyNotSent,
} from './outgoing.ts';
import { createAdoption, holdWindow, isShared } from './ownership.ts';
import { perform } from './perform.ts';
import { removeStored, type StoredEntry } from './storage.ts';
import { createTries } from './tries.ts';
import { createUndo } from './undo.ts';

/** A picture is ready, or cannot be prepared. */
const PICTURE: Cause = { kind: 'timer', name: 'picture prepared' };

/** How long new messages wait for stored ones to be taken over, in ms. */
const ADOPTION_WAIT_MS = 3_000;

const LOOK_FIRST =
  'Another window may have sent this. Please check whether it is there before you retry.';

/** Whether the window that wrote a message may send it as well, without a key by which the server sees the repeat. */
const mayBeDoubled = ({ unsent, prior }: StoredEntry): boolean =>
  isShared() && isMessage(unsent) && !prior?.isKeyed;

/** Not in a first try, but for the upload of a picture: the press may have been meant for what was there before. */
function isDiscardable(entry: Entry): boolean {
  const { state } = entry.mutation;
  if (entry.stopUpload || isUntried(entry)) return true;
  return state.failureCount > 0 || whyNotSent(state) !== undefined;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(queryClient: QueryClient, accountId: UserId) {
  const closing = new AbortController();
  /** Aborted when the session ends. */
  const { signal } = closing;
  const windowId = uuidv4();

  const entries = createEntries(queryClient, signal, {
    onRewritten(entry) {
      const reason = entry.mutation.state.error?.message;
      void device.store(entry, { isChanged: true, ...(reason !== undefined && { reason }) });
    },
    onDropped: () => undo.show(),
    onRemoved: ({ unsent }) => void removeStored(accountId, unsent.key),
  });
  const undo = createUndo(entries, signal);
  holdWindow(windowId, signal);
  const stops = [
    subscribeQuotes(({ quote }) => entries.requote(quote)),
    subscribeRows((rows) => {
      if (rows.queryClient === queryClient) notifyManager.batch(() => tries.settle(rows.messages));
    }),
  ];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
  const isOwn = (key: string) => entries.find(key)?.isStored ?? false;
  const adoption = createAdoption({ accountId, windowId, signal, isOwn, takeOver });
  const onStored = () => adoption.announce();
  const device = createDevice({ accountId, windowId, signal, entries, onStored });
  const tries = createTries({ queryClient, signal, entries, device, undo, perform });
  // A device storage that does not answer must not block messages.
  void Promise.race([adoption.adopt(), sleep(ADOPTION_WAIT_MS, signal)])
    .catch(() => undefined)
    .then(entries.open);

  async function takeOver(orphans: readonly [key: string, StoredEntry][]): Promise<void> {
    if (signal.aborted) return;
    const taken: [Entry, StoredEntry][] = [];
    // Before any wait: otherwise entries added meanwhile would be sent first.
    withCause({ kind: 'restore' }, () =>
      notifyManager.batch(() => {
        for (const [key, stored] of orphans) {
          if (entries.has(key)) continue;
          if (tries.isOutdated(stored.unsent)) {
            void removeStored(accountId, key);
            continue;
          }
          const { unsent, prior, reason, original } = stored;
          const picture = original && { original, image: preparePictureAgain(original, signal) };
          const why = reason ?? (mayBeDoubled(stored) ? LOOK_FIRST : undefined);
          const error = why === undefined ? undefined : new Error(why);
          const entry = entries.put(unsent, { prior, picture, handedOver: prior ? 1 : 0 }, error);
          undo.delay(entry);
          if (picture) void finishPicture(entry);
          else retainImage(unsent);
          taken.push([entry, stored]);
        }
        entries.arrange();
      }),
    );
    entries.advanceAll();
    for (const [entry, { reason }] of taken) {
      await device.store(entry, reason === undefined ? {} : { reason });
    }
  }

  function retainImage(unsent: Unsent): void {
    if (isMessage(unsent) && 'image' in unsent.content) {
      retainUnsent(unsent.peerId, unsent.key, unsent.content.image);
    }
  }

  /** Sends a message when its picture is ready. */
  async function finishPicture(entry: Entry): Promise<void> {
    const image = await entry.picture?.image.catch(() => null);
    const { unsent } = entry;
    if (signal.aborted || !isMessage(unsent) || !entries.has(unsent.key)) return;
    if (!image) return withCause(PICTURE, () => entries.remove(entry));
    const ready = { ...unsent, content: { image } };
    retainImage(ready);
    entry.picture = undefined;
    const { error } = entry.mutation.state;
    withCause(PICTURE, () => entries.rewrite(entry, ready, error));
  }

  return {
    accountId,
    entries,

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
        ...references,
      };
      const isKeyed = isExtended(queryClient);
      if (!picture) retainImage(outgoing);
      const prior = isKeyed ? { isKeyed } : undefined;
      const entry = withCause({ kind: 'reader', name: 'sends' }, () =>
        entries.put(outgoing, { picture, prior }),
      );
      if (references?.forwardOf === undefined) undo.offer(entry);
      void device.store(entry);
      if (picture) void finishPicture(entry);
      else entries.advance(peerId);
    },

    add(unsent: OutgoingOperation): void {
      const entry = entries.put(unsent);
      undo.delay(entry);
      void device.store(entry);
      entries.advance(unsent.peerId);
    },

    /**
     * Takes a message back, for a short time and only while nothing of it can be on the server: a try without an answer
     * may have arrived. Returns its content.
     */
    undo(key: string): Sendable | undefined {
      const entry = entries.find(key);
      if (!entry?.undoTimer || !isUntried(entry) || !isMessage(entry.unsent)) return undefined;
      withCause({ kind: 'reader', name: 'undoes' }, () => entries.remove(entry));
      return entry.picture ?? entry.unsent.content;
    },

    /** Retries a failed message, or at once one that keeps failing. */
    retry(key: string): void {
      const entry = entries.find(key);
      if (!entry) return;
      if (isPending(entry)) {
        entry.backoff.wake();
        return;
      }
      // The person has seen that the message is not in the conversation.
      entry.prior = undefined;
      withCause({ kind: 'reader', name: 'retries' }, () =>
        entries.rewrite(entry, { ...entry.unsent }),
      );
    },

    /** Ends the tries of a message and the upload of its picture. If the server has it after all, it is shown later. */
    discard(key: string): void {
      const entry = entries.find(key);
      if (entry && isDiscardable(entry))
        withCause({ kind: 'reader', name: 'discards' }, () => entries.discard(entry));
    },

    /** The connection is back: ends the pauses and retries now. */
    wake(): void {
      for (const { backoff } of entries.list()) backoff.wake();
    },

    /** Takes over entries of closed windows. */
    adopt: adoption.adopt,

    /** Stops everything; stored entries stay. */
    close: () => closing.abort(),
  };
}

// Prepares a picture again whose preparation an earlier page had begun.

/**
 * Resolves to a data URL. Rejects if the picture cannot be prepared, after notifying the person. Nobody is notified
 * after `signal` is aborted; before the code has loaded, it then stays pending.
 */
export async function preparePictureAgain(original: File, signal: AbortSignal): Promise<string> {
  const { readImageFile } = await loadImageFile(signal);
  try {
    return await readImageFile(original, { maxBytes: LIMITS.imageBytes });
  } catch (error) {
    if (!signal.aborted) notify.error(messageOf(error));
    throw error;
  }
}

const loadImageFile = (signal: AbortSignal) =>
  new Promise<typeof import('../pictures/image-file.ts')>((resolve) => {
    signal.addEventListener(
      'abort',
      loadCode(() => import('../pictures/image-file.ts'), resolve),
    );
  });
