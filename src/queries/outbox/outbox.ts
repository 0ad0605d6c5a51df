/**
 * Own messages that the server has not answered yet. Each is one TanStack mutation, and stays until
 * it is answered or discarded; those of one conversation share a scope, so that they go out one
 * after the other in the order they were written. Each is on disk as well, from the moment it is
 * sent: a window that starts, or that outlives another, takes over what has nobody any more.
 */
import {
  dehydrate,
  hydrate,
  type Mutation,
  notifyManager,
  type QueryClient,
} from '@tanstack/react-query';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { ApiError } from '../../api/errors.ts';
import { isTransient } from '../../api/retry.ts';
import type { Message, MessageContent, UserId } from '../../protocol/entities.ts';
import { receiveMessage } from '../conversation.ts';
import { messageKeys } from '../message-keys.ts';
import { hasFeature } from '../realtime.ts';
import { updatePreview } from '../users.ts';
import { type Attempts, deliver, newestPosition } from './delivery.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';
import { createAdoption, holdWindow } from './ownership.ts';
import { createRests } from './rest.ts';
import { sleep } from './sleep.ts';
import { putStored, removeStored, type StoredMessage } from './storage.ts';

export interface Outbox {
  readonly accountId: UserId;
  /** The message stands in the outbox when this returns. */
  send(peerId: UserId, content: MessageContent): void;
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
  const cache = queryClient.getMutationCache();
  const windowId = uuidv4();
  const closing = new AbortController();
  const { signal } = closing;
  const rests = createRests();
  const attemptsByKey = new Map<string, Attempts>();
  /** Keys of messages that wait for those from before. */
  const unstarted = new Set<string>();
  let isReady = false;

  // As defaults, so that messages read from the disk get them too.
  queryClient.setMutationDefaults<Message, Error, Outgoing>(messageKeys.all, {
    mutationFn: async (outgoing) => {
      await rests.take(outgoing.key, signal);
      try {
        return await deliver(outgoing, { queryClient, signal, getAttempts, setAttempts });
      } catch (error) {
        rests.noteFailure(outgoing.key, error);
        throw signal.aborted ? sessionEnded() : error;
      }
    },
    onSuccess: handleSent,
    onError: (error, outgoing) => handleFailed(outgoing, error),
    retry: (_count, error) => isTransient(error),
    retryDelay: 0,
    gcTime: Number.POSITIVE_INFINITY,
  });

  /** Puts a message into the outbox, from where it goes when all that was left before is there. */
  function post(outgoing: Outgoing): void {
    const { key, peerId } = outgoing;
    cache.build<Message, Error, Outgoing, unknown>(
      queryClient,
      { mutationKey: messageKeys.send(peerId), scope: { id: `send/${peerId}` } },
      {
        status: 'pending',
        variables: outgoing,
        submittedAt: Date.now(),
        isPaused: false,
        failureCount: 0,
        failureReason: null,
        error: null,
        data: undefined,
        context: undefined,
      },
    );
    unstarted.add(key);
    void store(key);
    if (isReady) startAll();
  }

  /** In the order of writing, each behind those of its scope that are under way. */
  function startAll(): void {
    const keys = [...unstarted].sort();
    unstarted.clear();
    notifyManager.batch(() => {
      const mutations = keys.map(find).filter((mutation) => mutation !== undefined);
      for (const mutation of mutations) {
        cache.remove(mutation);
        cache.add(mutation);
      }
      // Its state and the cache's one door tell of a failure.
      for (const mutation of mutations) mutation.continue().catch(() => undefined);
    });
  }

  const getAttempts = (key: string) => attemptsByKey.get(key);

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
  }

  function handleFailed({ key }: Outgoing, error: Error): void {
    if (signal.aborted) return;
    rests.forget(key);
    void store(key, error.message);
  }

  /** Out of memory and off the disk. */
  function forget(key: string): void {
    const mutation = find(key);
    if (mutation) cache.remove(mutation);
    rests.forget(key);
    attemptsByKey.delete(key);
    void removeStored(accountId, key);
  }

  const find = (key: string): Mutation | undefined =>
    cache.getAll().find((mutation) => outgoingOf(mutation.state)?.key === key);

  async function store(key: string, reason?: string): Promise<void> {
    const wanted = find(key);
    if (!wanted || signal.aborted) return;
    const [mutation] = dehydrate(queryClient, {
      shouldDehydrateMutation: (one) => one === wanted,
      shouldDehydrateQuery: () => false,
    }).mutations;
    if (!mutation) return;
    // An error is kept as its sentence: not every browser can store the object.
    const state = { ...mutation.state, error: null, failureReason: null };
    await putStored(accountId, key, {
      ownerId: windowId,
      mutation: { ...mutation, state },
      attempts: attemptsByKey.get(key),
      reason,
    });
    adoption.announce();
  }

  async function takeOver(orphans: readonly [key: string, StoredMessage][]): Promise<void> {
    for (const [key, { mutation, attempts, reason }] of orphans) {
      if (signal.aborted) return;
      if (find(key)) continue;
      if (attempts) attemptsByKey.set(key, attempts);
      const state = { ...mutation.state, isPaused: false };
      if (reason !== undefined) Object.assign(state, { status: 'error', error: new Error(reason) });
      hydrate(queryClient, { mutations: [{ ...mutation, state }] });
      if (reason === undefined) unstarted.add(key);
      await store(key, reason);
    }
    if (isReady) startAll();
  }

  holdWindow(windowId, signal);
  const adoption = createAdoption({ accountId, windowId, signal, takeOver });
  // A disk that does not answer holds nothing up.
  void Promise.race([adoption.adopt(), sleep(ADOPTION_WAIT_MS, signal)])
    .catch(() => undefined)
    .then(() => {
      isReady = true;
      startAll();
    });

  return {
    accountId,

    send(peerId, content) {
      const after = newestPosition(queryClient, peerId);
      const createdAt = new Date().toISOString();
      const outgoing = { key: uuidv7(), senderId: accountId, peerId, content, createdAt, after };
      if (hasFeature(queryClient, 'idempotency')) attemptsByKey.set(outgoing.key, KEYED);
      post(outgoing);
    },

    retry(key) {
      const mutation = find(key);
      const outgoing = mutation && outgoingOf(mutation.state);
      if (!outgoing || mutation.state.status !== 'error') return;
      // It goes behind what was written since; the person has seen that nothing is there of it.
      cache.remove(mutation);
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

/** Nobody needs to hear of it: the person is gone. */
const sessionEnded = () =>
  new ApiError({ kind: 'network', message: 'The session has ended.', isOutdated: true });
