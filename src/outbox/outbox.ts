/**
 * Own messages that the server has not answered yet. Each is one TanStack mutation and stays until it is answered or
 * discarded. Those of one conversation share a scope, so that they are sent one after the other, in order. Each is also
 * stored on the device from the moment it is sent: a window that starts, or outlives another, takes over the messages
 * of closed windows.
 *
 * `docs/delivery.md` follows one message through the files of this folder.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { v7 as uuidv7 } from 'uuid';
import { hasFeature } from '../backend/connection.ts';
import { withCause } from '../cache/write.ts';
import { receiveMessage } from '../conversation/conversation.ts';
import type { Sendable, UnreadyPicture } from '../conversation/entities.ts';
import { sleep } from '../lib/sleep.ts';
import { updatePreview } from '../people/change-users.ts';
import { holdSent, holdUnsent, releaseUnsent } from '../pictures/message-pictures.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { tellOwnWindows } from '../session/own-windows.ts';
import { createBackoff } from './backoff.ts';
import { lastKnownOf } from './delivery.ts';
import { createDisk } from './disk.ts';
import { type Outgoing, outgoingOf, whyNotSent } from './outgoing.ts';
import { createQueue } from './queue.ts';
import { setSendDefaults } from './send-defaults.ts';
import { createUndos } from './undo.ts';

export interface Outbox {
  readonly accountId: UserId;
  /**
   * The message is in the outbox when this returns. A picture that is not ready is sent when it is, and later messages
   * after it. If its preparation fails, the message is removed: the code that prepares it notifies the person.
   */
  send(peerId: UserId, content: Sendable): void;
  /** Takes a message back, if that is still possible, and returns its content. */
  undo(key: string): Sendable | undefined;
  /** Retries a failed message, or at once one that keeps failing. */
  retry(key: string): void;
  /** Discards such a message; if the server has it after all, it is shown when it appears. */
  discard(key: string): void;
  /** The connection is back: ends the pauses and retries now. */
  wake(): void;
  /** Takes over messages of closed windows. */
  adopt(): Promise<void>;
  /** Stops everything; stored messages stay. */
  close(): void;
}

/** How long new messages wait for stored ones to be taken over, in ms. */
const ADOPTION_WAIT_MS = 3_000;

export function createOutbox(queryClient: QueryClient, accountId: UserId): Outbox {
  const closing = new AbortController();
  const { signal } = closing;
  const backoff = createBackoff();
  const undos = createUndos();
  signal.addEventListener('abort', undos.endAll);
  const queue = createQueue(queryClient);
  const disk = createDisk({ queryClient, accountId, queue, signal, finish });
  setSendDefaults({
    queryClient,
    queue,
    disk,
    backoff,
    undos,
    signal,
    handleSent,
    handleFailed,
    handleTakenOver: forgetHere,
  });
  // A device storage that does not answer must not block messages.
  void Promise.race([disk.adopt(), sleep(ADOPTION_WAIT_MS, signal)])
    .catch(() => undefined)
    .then(queue.open);

  function post(outgoing: Outgoing): void {
    const { key, peerId, content } = outgoing;
    if ('image' in content) holdUnsent(peerId, key, content.image);
    queue.join(outgoing);
    void disk.store(key);
  }

  /** Stored with the original file of its picture. */
  function postUnready(outgoing: Outgoing, picture: UnreadyPicture): void {
    queue.join(outgoing, picture);
    void disk.store(outgoing.key);
    void finish(outgoing);
  }

  /** Sends a message when its picture is ready. */
  async function finish(outgoing: Outgoing): Promise<void> {
    const ready = await queue.findUnready(outgoing.key)?.image.catch(() => null);
    if (signal.aborted || !queue.find(outgoing.key)) return;
    if (ready) post({ ...outgoing, content: { image: ready } });
    else forget(outgoing);
  }

  function handleSent(message: Message, { key, peerId }: Outgoing): void {
    if (signal.aborted) return;
    // In one batch: the message is always in exactly one of the two places.
    withCause({ kind: 'mutation', name: 'send', payload: [message] }, () =>
      notifyManager.batch(() => {
        const shown = holdSent(peerId, key, message);
        receiveMessage(queryClient, peerId, { ...shown, outboxKey: key });
        if (hasFeature(queryClient, 'listExtras')) updatePreview(queryClient, peerId, message);
        forget({ key, peerId });
      }),
    );
    tellOwnWindows(queryClient, { kind: 'sent', peerId, message });
  }

  function handleFailed(error: Error, { key }: Outgoing): void {
    if (signal.aborted) return;
    backoff.forget(key);
    void disk.store(key, error.message);
  }

  /** Removes a settled or taken-back message from memory and from the device. */
  function forget(message: Pick<Outgoing, 'key' | 'peerId'>): void {
    forgetHere(message);
    disk.remove(message.key);
  }

  /** Removes it from memory. */
  function forgetHere({ key, peerId }: Pick<Outgoing, 'key' | 'peerId'>): void {
    queue.leave(key);
    releaseUnsent(peerId, key);
    undos.end(key);
    backoff.forget(key);
    disk.forget(key);
  }

  return {
    accountId,

    send(peerId, content) {
      const after = lastKnownOf(queryClient, peerId);
      const createdAt = new Date().toISOString();
      const key = uuidv7();
      const known = { key, senderId: accountId, peerId, createdAt, after };
      if (hasFeature(queryClient, 'idempotency')) disk.setPriorTries(key, { isKeyed: true });
      undos.begin(key);
      if ('original' in content) postUnready({ ...known, content: { image: '' } }, content);
      else post({ ...known, content });
    },

    undo(key) {
      const mutation = queue.find(key);
      const outgoing = mutation && outgoingOf(mutation.state);
      if (!outgoing || !undos.take(key)) return undefined;
      const unready = queue.findUnready(key);
      // A try that is about to begin finds no message, and stops before the network call.
      forget(outgoing);
      return unready ?? outgoing.content;
    },

    retry(key) {
      const mutation = queue.find(key);
      const outgoing = mutation && outgoingOf(mutation.state);
      if (!outgoing) return;
      if (mutation.state.status === 'pending') return backoff.wake(key);
      // It is queued after newer messages; the person has seen that it is not there.
      disk.setPriorTries(key, undefined);
      post(outgoing);
    },

    discard(key) {
      const mutation = queue.find(key);
      const outgoing = mutation && outgoingOf(mutation.state);
      if (outgoing && whyNotSent(mutation.state) !== undefined) forget(outgoing);
    },

    wake: () => backoff.wake(),

    adopt: disk.adopt,

    close: () => closing.abort(),
  };
}
