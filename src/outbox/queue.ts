/**
 * The queue in which messages stand before they go out: until those from before are taken over, and
 * behind a picture that is still being prepared. From here on they are mutations, of which those of
 * one conversation share a scope and leave one after the other.
 */
import { type Mutation, notifyManager, type QueryClient } from '@tanstack/react-query';
import type { UnreadyPicture } from '../conversation/entities.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';

export function createQueue(queryClient: QueryClient) {
  const cache = queryClient.getMutationCache();
  /** Keys of the messages that stand in it. */
  const waiting = new Set<string>();
  /** By the key of their message. */
  const unready = new Map<string, UnreadyPicture>();
  /** Keys of the messages of which a try is under way. */
  const tried = new Set<string>();
  let isOpen = false;

  const find = (key: string): Mutation | undefined =>
    cache.getAll().find((mutation) => outgoingOf(mutation.state)?.key === key);

  /** In place of what was there of it. */
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

  /** Lets those go that may, in the order of writing, each behind those of its scope that are under way. */
  function release(): void {
    const mutations = [...waiting].sort().map(find);
    /** People for whom a picture is still being prepared: what was written to them after it waits. */
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
        // Its state and the cache's one door tell of a failure.
        mutation.continue().catch(() => undefined);
      }
    });
  }

  return {
    find,

    /** All that was left from before is there. */
    open(): void {
      isOpen = true;
      release();
    },

    /**
     * A message was written, has its picture now, or is to be tried anew. With a picture that is not ready it
     * holds back what is written after it, until it joins again without one.
     */
    join(outgoing: Outgoing, picture?: UnreadyPicture): void {
      setUnready(outgoing.key, picture);
      notifyManager.batch(() => {
        build(outgoing);
        release();
      });
    },

    /** The same for messages from the disk, which stand in the cache already. */
    joinStored(messages: readonly { key: string; picture: UnreadyPicture | undefined }[]): void {
      for (const { key, picture } of messages) {
        setUnready(key, picture);
        waiting.add(key);
      }
      release();
    },

    /** The picture of a message that is not ready. */
    findUnready: (key: string): UnreadyPicture | undefined => unready.get(key),

    /** A try to send the message, whose end those behind it wait for, also if it leaves meanwhile. */
    async during<Result>(key: string, attempt: () => Promise<Result>): Promise<Result> {
      tried.add(key);
      try {
        return await attempt();
      } finally {
        tried.delete(key);
      }
    },

    /** The message is gone: those behind it need not wait for it. */
    leave(key: string): void {
      const mutation = find(key);
      if (mutation) {
        cache.remove(mutation);
        // Between two tries it has no end any more that would let the next one go.
        if (!tried.has(key)) void cache.runNext(mutation);
      }
      const wasWaiting = waiting.delete(key);
      unready.delete(key);
      if (wasWaiting) release();
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;
