/** Passes own messages that cannot be sent at once to the people list. */
import type { MutationState, QueryClient } from '@tanstack/react-query';
import { describeOutbox, unsentOf } from '../outbox/outgoing.ts';
import type { UserId } from '../protocol/entities.ts';
import { getUnsent, setUnsent, type UnsentPreview } from '../stores/unsent.ts';

/** Fills the store until the returned function is called. One subscription serves all rows. */
export function followUnsent(queryClient: QueryClient): () => void {
  const cache = queryClient.getMutationCache();

  function update(): void {
    const byPeer = new Map<UserId, MutationState[]>();
    for (const { state } of cache.getAll()) {
      const peerId = unsentOf(state)?.peerId;
      if (peerId !== undefined) byPeer.set(peerId, [...(byPeer.get(peerId) ?? []), state]);
    }
    const before = getUnsent();
    const newest = [...byPeer].flatMap(([peerId, states]): [UserId, UnsentPreview][] => {
      const last = describeOutbox(states).at(-1);
      if (!last || last.state === 'sending') return [];
      const { key, content, createdAt, state } = last;
      const known = before.get(peerId);
      const isSame = known?.content === content && known.state === state;
      return [[peerId, isSame ? known : { key, content, createdAt, state }]];
    });
    if (newest.length > 0 || before.size > 0) setUnsent(new Map(newest));
  }

  update();
  const stop = cache.subscribe(update);
  return () => {
    stop();
    setUnsent(new Map());
  };
}
