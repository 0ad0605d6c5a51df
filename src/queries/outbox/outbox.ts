/**
 * Own messages that the server has not answered yet. Each is one TanStack mutation, and stays until
 * it is answered or discarded; those of one conversation share a scope, so that they go out one
 * after the other in the order they were written. Each is on disk as well, from the moment it is
 * sent: a window that starts, or that outlives another, takes over what has nobody any more.
 */
import { dehydrate, hydrate, notifyManager, type QueryClient } from '@tanstack/react-query';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { ApiError } from '../../api/errors.ts';
import { isTransient } from '../../api/retry.ts';
import type { Message, MessageContent, UserId } from '../../protocol/entities.ts';
import { receiveMessage } from '../conversation.ts';
import type { Sendable } from '../entities.ts';
import { messageKeys } from '../message-keys.ts';
import { tellOwnWindows } from '../own-windows.ts';
import { hasFeature } from '../realtime.ts';
import { updatePreview } from '../users.ts';
import { type Attempts, type DeliveryContext, deliver, newestPosition } from './delivery.ts';
import { tellProgress } from './delivery-progress.ts';
import { createLine } from './line.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';
import { createAdoption, holdWindow, isTakenOver } from './ownership.ts';
import { createRests } from './rest.ts';
import { sleep } from './sleep.ts';
import { putStored, removeStored, type StoredMessage } from './storage.ts';
import { createUndos } from './undo.ts';

export interface Outbox {
  readonly accountId: UserId;
  /**
   * The message stands in the outbox when this returns. A picture that is still prepared leaves when
   * it is ready, and what was written after it then; when that fails, it is dropped: whoever prepares
   * it tells the person.
   */
  send(peerId: UserId, content: Sendable): void;
  /** Takes a message out again, where that is still possible, and answers what it was. */
  undo(key: string): Sendable | undefined;
  retry(key: string): void;
  discard(key: string): void;
  /** The connection is back: what pauses tries again now. */
  wake(): void;
  /** Takes over messages of windows that are gone. */
  adopt(): Promise<void>;
  /** Stops everything; what is on disk stays. */
  close(): void;
}

/** How long new messages wait for what is on disk to be taken over, in ms. */
const ADOPTION_WAIT_MS = 3_000;
const KEYED: Attempts = { isKeyed: true, after: undefined };

export function createOutbox(queryClient: QueryClient, accountId: UserId): Outbox {
  const windowId = uuidv4();
  const closing = new AbortController();
  const { signal } = closing;
  const rests = createRests();
  const undos = createUndos();
  signal.addEventListener('abort', undos.endAll);
  const attemptsByKey = new Map<string, Attempts>();
  /** Keys of messages that are on the disk as this window's. */
  const onDisk = new Set<string>();
  const line = createLine(queryClient);
  const { find } = line;

  // As defaults, so that messages read from the disk get them too.
  queryClient.setMutationDefaults<Message, Error, Outgoing>(messageKeys.all, {
    mutationFn: async (outgoing) => {
      const mutation = find(outgoing.key);
      const attempt = rests.countFailures(outgoing.key) + 1;
      await rests.take(outgoing.key, signal, (endsAt, error) =>
        tellProgress(mutation, {
          attempt,
          waitsFor: `the next try, after: ${error instanceof Error ? error.message : error}`,
          nextTryAt: new Date(endsAt).toISOString(),
        }),
      );
      tellProgress(mutation, { attempt, waitsFor: 'the answer' });
      try {
        return await deliver(outgoing, context);
      } catch (error) {
        rests.noteFailure(outgoing.key, error);
        throw signal.aborted ? gone('The session has ended.') : error;
      }
    },
    onSuccess: handleSent,
    onError: (error, outgoing) => handleFailed(outgoing, error),
    retry: (_count, error) => isTransient(error),
    retryDelay: 0,
    gcTime: Number.POSITIVE_INFINITY,
  });

  const context: DeliveryContext = {
    queryClient,
    signal,
    getAttempts: (key) => attemptsByKey.get(key),
    setAttempts,
    async confirm(key) {
      if (!onDisk.has(key) || !(await isTakenOver(accountId, windowId, key))) return;
      line.leave(key);
      throw gone('Another window sends the message.');
    },
    handOver(key) {
      if (!find(key)) throw gone('The message was taken back.');
      undos.handOver(key);
    },
    handBack: undos.handBack,
  };

  function post(outgoing: Outgoing): void {
    line.join(outgoing);
    void store(outgoing.key);
  }

  /** On the disk only with its picture. */
  async function postUnready(outgoing: Outgoing, image: Promise<string>): Promise<void> {
    const { key } = outgoing;
    const ready = await line.joinUnready(outgoing, image);
    if (!find(key) || signal.aborted) return;
    if (ready) post(ready);
    else forget(key);
  }

  async function setAttempts({ key }: Outgoing, attempts: Attempts | undefined): Promise<void> {
    if (attempts) attemptsByKey.set(key, attempts);
    else attemptsByKey.delete(key);
    await store(key);
  }

  function handleSent(message: Message, { key, peerId }: Outgoing): void {
    if (signal.aborted) return;
    // In one batch: the message is never in both places, nor in neither.
    notifyManager.batch(() => {
      receiveMessage(queryClient, peerId, { ...message, outboxKey: key });
      if (hasFeature(queryClient, 'listExtras')) updatePreview(queryClient, peerId, message);
      forget(key);
    });
    tellOwnWindows(queryClient, { kind: 'sent', peerId, message });
  }

  function handleFailed({ key }: Outgoing, error: Error): void {
    if (signal.aborted) return;
    rests.forget(key);
    void store(key, error.message);
  }

  /** Out of memory and off the disk. */
  function forget(key: string): void {
    line.leave(key);
    undos.end(key);
    rests.forget(key);
    attemptsByKey.delete(key);
    onDisk.delete(key);
    void removeStored(accountId, key);
  }

  async function store(key: string, reason?: string): Promise<void> {
    const wanted = find(key);
    if (!wanted || signal.aborted) return;
    const [mutation] = dehydrate(queryClient, {
      shouldDehydrateMutation: (one) => one === wanted,
      shouldDehydrateQuery: () => false,
    }).mutations;
    if (!mutation) return;
    const { meta: _, ...kept } = mutation;
    // An error is kept as its sentence: not every browser can store the object.
    const state = { ...mutation.state, error: null, failureReason: null };
    const isStored = await putStored(accountId, key, {
      ownerId: windowId,
      mutation: { ...kept, state },
      attempts: attemptsByKey.get(key),
      reason,
    });
    if (isStored) onDisk.add(key);
    adoption.announce();
  }

  async function takeOver(orphans: readonly [key: string, StoredMessage][]): Promise<void> {
    const taken: string[] = [];
    for (const [key, { mutation, attempts, reason }] of orphans) {
      if (signal.aborted) return;
      if (find(key)) continue;
      if (attempts) attemptsByKey.set(key, attempts);
      const state = { ...mutation.state, isPaused: false };
      if (reason !== undefined) Object.assign(state, { status: 'error', error: new Error(reason) });
      hydrate(queryClient, { mutations: [{ ...mutation, state }] });
      if (reason === undefined) taken.push(key);
      await store(key, reason);
    }
    line.joinStored(taken);
  }

  holdWindow(windowId, signal);
  const adoption = createAdoption({ accountId, windowId, signal, takeOver });
  // A disk that does not answer holds nothing up.
  void Promise.race([adoption.adopt(), sleep(ADOPTION_WAIT_MS, signal)])
    .catch(() => undefined)
    .then(line.open);

  return {
    accountId,

    send(peerId, content) {
      const after = newestPosition(queryClient, peerId);
      const createdAt = new Date().toISOString();
      const key = uuidv7();
      const image = 'image' in content ? content.image : undefined;
      const ready = toMessageContent(content);
      const outgoing = { key, senderId: accountId, peerId, content: ready, createdAt, after };
      if (hasFeature(queryClient, 'idempotency')) attemptsByKey.set(key, KEYED);
      undos.begin(key);
      if (image instanceof Promise) void postUnready(outgoing, image);
      else post(outgoing);
    },

    undo(key) {
      const mutation = find(key);
      const content = mutation && outgoingOf(mutation.state)?.content;
      if (!content || !undos.take(key)) return undefined;
      const image = line.findUnready(key);
      // A try that is about to begin finds the message gone and stops before the network has it.
      forget(key);
      return image ? { image } : content;
    },

    retry(key) {
      const mutation = find(key);
      const outgoing = mutation && outgoingOf(mutation.state);
      if (!outgoing || mutation.state.status !== 'error') return;
      // It goes behind what was written since; the person has seen that nothing is there of it.
      attemptsByKey.delete(key);
      post(outgoing);
    },

    discard(key) {
      if (find(key)?.state.status === 'error') forget(key);
    },

    wake: rests.wakeAll,

    adopt: adoption.adopt,

    close: () => closing.abort(),
  };
}

/** Nobody needs to hear of it: the person, or the message, is gone. */
const gone = (message: string) => new ApiError({ kind: 'network', message, isOutdated: true });

const toMessageContent = (content: Sendable): MessageContent =>
  'text' in content ? content : { image: typeof content.image === 'string' ? content.image : '' };
