/** What the people list shows of own messages that have not gone out. */
import { type MutationState, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { describeOutbox, outgoingOf } from '../outbox/outgoing.ts';
import type { UserId } from '../protocol/entities.ts';
import type { OutgoingMessage } from './entities.ts';

/**
 * The newest message to this person that waits or has failed; undefined while messages go out at once. One
 * subscription serves all rows of the list, so that a message does not cost more where there are more people.
 */
export function useNewestUnsent(peerId: UserId): OutgoingMessage | undefined {
  const queryClient = useQueryClient();
  const { subscribe, read } = boards.get(queryClient) ?? openBoard(queryClient);
  return useSyncExternalStore(subscribe, () => read(peerId));
}

type Board = ReturnType<typeof openBoard>;

const boards = new WeakMap<QueryClient, Board>();

function openBoard(queryClient: QueryClient) {
  const cache = queryClient.getMutationCache();
  const listeners = new Set<() => void>();
  let newest = new Map<UserId, OutgoingMessage>();
  let stop: (() => void) | undefined;

  function update(): void {
    const states = cache.getAll().map(({ state }) => state);
    const byPeer = new Map<UserId, MutationState[]>();
    for (const state of states) {
      const peerId = outgoingOf(state)?.peerId;
      if (peerId !== undefined) byPeer.set(peerId, [...(byPeer.get(peerId) ?? []), state]);
    }
    const next = new Map<UserId, OutgoingMessage>();
    for (const [peerId, own] of byPeer) {
      const unsent = describeOutbox(own).at(-1);
      if (!unsent || unsent.state === 'sending') continue;
      const before = newest.get(peerId);
      const isSame = before?.key === unsent.key && before.state === unsent.state;
      next.set(peerId, isSame ? before : unsent);
    }
    newest = next;
    for (const listener of listeners) listener();
  }

  const board = {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = cache.subscribe(update);
        update();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
    read: (peerId: UserId): OutgoingMessage | undefined => newest.get(peerId),
  };
  boards.set(queryClient, board);
  return board;
}
