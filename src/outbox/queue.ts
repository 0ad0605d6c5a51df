/**
 * The queue of messages that may not be sent yet: until stored ones are taken over, or while an earlier picture is
 * being prepared. After that, they are mutations; those of one conversation share a scope and are sent one after the
 * other.
 */
import { type Mutation, notifyManager, type QueryClient } from '@tanstack/react-query';
import type { UnreadyPicture } from '../conversation/entities.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';

export function createQueue(queryClient: QueryClient) {
  const cache = queryClient.getMutationCache();
  /** Keys of the queued messages. */
  const waiting = new Set<string>();
  /** By message key. */
  const unready = new Map<string, UnreadyPicture>();
  /** Keys of messages with a try in progress. */
  const tried = new Set<string>();
  let isOpen = false;

  const find = (key: string): Mutation | undefined =>
    cache.getAll().find((mutation) => outgoingOf(mutation.state)?.key === key);

  /** Replaces an earlier mutation of this message. */
  function build(outgoing: Outgoing): void {
    const before = find(outgoing.key);
    if (before) cache.remove(before);
    cache.build<Message, Error, Outgoing, unknown>(
      queryClient,
      {
        mutationKey: messageKeys.send(outgoing.peerId),
        scope: { id: `send/${outgoing.peerId}` },
      },
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
    waiting.add(outgoing.key);
  }

  function setUnready(key: string, picture: UnreadyPicture | undefined): void {
    if (picture) unready.set(key, picture);
    else unready.delete(key);
  }

  /** Starts all messages that may be sent, in order, each after those of its scope in progress. */
  function release(): void {
    const mutations = [...waiting].sort().map(find);
    /** People for whom a picture is still being prepared: later messages to them wait. */
    const held = new Set<UserId>();
    notifyManager.batch(() => {
      for (const mutation of mutations) {
        if (!mutation) continue;
        cache.remove(mutation);
        cache.add(mutation);
      }
      if (!isOpen) return;
      for (const mutation of mutations) {
        const outgoing = mutation && outgoingOf(mutation.state);
        if (!outgoing) continue;
        if (unready.has(outgoing.key)) held.add(outgoing.peerId);
        if (held.has(outgoing.peerId)) continue;
        waiting.delete(outgoing.key);
        // Its state and the cache's global error handler show a failure.
        mutation.continue().catch(() => undefined);
      }
    });
  }

  return {
    find,

    /** All stored messages are there. */
    open(): void {
      isOpen = true;
      release();
    },

    /**
     * A message was written, has its picture now, or is retried. With an unready picture it holds back later messages,
     * until it joins again without one.
     */
    join(outgoing: Outgoing, picture?: UnreadyPicture): void {
      setUnready(outgoing.key, picture);
      notifyManager.batch(() => {
        build(outgoing);
        release();
      });
    },

    /** The same for stored messages, which are already in the cache. */
    joinStored(messages: readonly { key: string; picture: UnreadyPicture | undefined }[]): void {
      for (const { key, picture } of messages) {
        setUnready(key, picture);
        waiting.add(key);
      }
      release();
    },

    /** The unready picture of a message. */
    findUnready: (key: string): UnreadyPicture | undefined => unready.get(key),

    /** Runs a try; later messages wait for its end, even if this message is removed meanwhile. */
    async during<Result>(key: string, attempt: () => Promise<Result>): Promise<Result> {
      tried.add(key);
      try {
        return await attempt();
      } finally {
        tried.delete(key);
      }
    },

    /** The message is removed: later ones need not wait for it. */
    leave(key: string): void {
      const mutation = find(key);
      if (mutation) {
        cache.remove(mutation);
        // Between two tries, nothing else would start the next message.
        if (!tried.has(key)) void cache.runNext(mutation);
      }
      const wasWaiting = waiting.delete(key);
      unready.delete(key);
      if (wasWaiting) release();
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;
