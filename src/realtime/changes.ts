/**
 * Follows the feeds of the conversations in the cache (`conversation/feed.ts`): fetches changes that are missing, tells
 * the server on connecting what this window knows, and applies summaries.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { readChanges, reportKnown } from '../api/actions.ts';
import { isTransient } from '../api/errors.ts';
import { isConnected, isExtended } from '../backend/connection.ts';
import { type Cause, withCause } from '../cache/write.ts';
import { showChanged } from '../conversation/changes.ts';
import { getConversation, receiveReceipt } from '../conversation/conversation.ts';
import {
  type Feed,
  getFeed,
  recordChanges,
  recordCursor,
  recordSummary,
} from '../conversation/feed.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { findNewest } from '../conversation/patches/conversation.ts';
import { findUnseen, markArrivalsSeen } from '../conversation/seen.ts';
import {
  formatCursor,
  type KnownState,
  MAX_KNOWN,
  parseCursor,
  type Summary,
} from '../protocol/changes.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { setUnseenCount } from '../stores/unseen.ts';

/** How long a missing change may take to come by itself, in ms: answers and events have no common order. */
const PATIENCE_MS = 300;

const CATCH_UP: Cause = { kind: 'catch-up' };

export function createChanges(queryClient: QueryClient) {
  const timers = new Map<UserId, ReturnType<typeof setTimeout>>();
  const applied = new Map<UserId, Summary>();
  /** Calls that compare, so far. */
  let compared = 0;
  const closing = new AbortController();

  const canAsk = () => isExtended(queryClient) && isConnected(queryClient);

  function schedule(peerId: UserId): void {
    if (timers.has(peerId)) return;
    const begin = () => {
      timers.delete(peerId);
      void catchUp(peerId);
    };
    timers.set(peerId, setTimeout(begin, PATIENCE_MS));
  }

  /** Fetches what is missing below the pending steps, if it has not come meanwhile. */
  async function catchUp(peerId: UserId): Promise<void> {
    const isMissing = () => getFeed(queryClient, peerId).pending.length > 0;
    if (!isMissing() || !canAsk()) return;
    await queryClient
      .query({
        queryKey: messageKeys.changes(peerId),
        queryFn: ({ signal }) => readOn(peerId, signal),
        // Nobody would notice what is missing, so it is retried while there is a connection.
        retry: (_count, error) => isTransient(error) && canAsk(),
        staleTime: 0,
        gcTime: 0,
      })
      // Already notified by the cache's global error handler; fetched at the next occasion.
      .then(
        () => isMissing() && schedule(peerId),
        () => undefined,
      );
  }

  async function readOn(peerId: UserId, signal: AbortSignal): Promise<null> {
    for (;;) {
      const asked = getFeed(queryClient, peerId);
      if (!asked.cursor) return null;
      const answer = await readChanges(peerId, formatCursor(asked.cursor), signal);
      signal.throwIfAborted();
      const upTo = parseCursor(answer.cursor);
      if ('reset' in answer || !upTo) {
        const { beginConversation } = await import('./begin-conversation.ts');
        await beginConversation(queryClient, peerId, signal);
        return null;
      }
      const { messages, summary, hasMore } = answer;
      withCause(CATCH_UP, () =>
        notifyManager.batch(() => {
          showChanged(queryClient, peerId, messages);
          recordChanges(queryClient, peerId, { asked, upTo });
          recordSummary(queryClient, peerId, summary, upTo.epoch);
        }),
      );
      markArrivalsSeen(queryClient);
      if (!hasMore) return null;
    }
  }

  function handleFeed(peerId: UserId): void {
    const feed = getFeed(queryClient, peerId);
    if (feed.summary) applySummary(peerId, feed.summary);
    if (isBehind(feed)) schedule(peerId);
  }

  function applySummary(peerId: UserId, summary: Summary): void {
    const before = applied.get(peerId);
    if (before === summary) return;
    applied.set(peerId, summary);
    const { ownSeen, seen, delivered, unseen, newest } = summary;
    const reach = (
      from: MessageId | undefined,
      upTo: MessageId | undefined,
      receipt: { state: 'seen' | 'delivered' } & ({ senderId: UserId } | { receiverId: UserId }),
    ) => {
      if (upTo === undefined || (from !== undefined && upTo <= from)) return;
      receiveReceipt(queryClient, peerId, { ...receipt, from: from ?? '', upTo });
    };
    reach(before?.ownSeen, ownSeen, { state: 'seen', senderId: peerId });
    reach(before?.delivered, delivered, { state: 'delivered', receiverId: peerId });
    reach(before?.seen, seen, { state: 'seen', receiverId: peerId });
    if (getSelectedUserId() === peerId) return;
    setUnseenCount(peerId, isAllSeen(peerId, newest) ? 0 : unseen);
  }

  /** Whether the summary counts only messages that this window has seen. */
  function isAllSeen(peerId: UserId, newest: MessageId | undefined): boolean {
    const conversation = getConversation(queryClient, peerId);
    if (!conversation || findUnseen(queryClient, peerId)?.length !== 0) return false;
    const loaded = findNewest(conversation.history, conversation.tail);
    return newest === undefined || (loaded !== undefined && loaded._id >= newest);
  }

  /**
   * Tells the server in one call how far the loaded conversations and those stored on this device are known, and fetches
   * what is not. Call it when the server emits events to this connection.
   */
  async function compare(): Promise<void> {
    if (!isExtended(queryClient)) return;
    const stored = await import('../kept/stored-changes.ts').catch(() => undefined);
    const { signal } = closing;
    const pages = (await stored?.listKnownStates(queryClient, signal).catch(() => [])) ?? [];
    if (signal.aborted) return;
    const known = [...pages, ...listKnown(queryClient)];
    compared += 1;
    const behind = await queryClient
      .query({
        // A call that is under way may have been answered before the server had a reason to ask for this one.
        queryKey: ['realtime', 'behind', compared],
        queryFn: ({ signal }) =>
          reportKnown({ conversations: Object.fromEntries(known.slice(-MAX_KNOWN)) }, signal),
        retry: (_count, error) => isTransient(error) && canAsk(),
        staleTime: 0,
        gcTime: 0,
      })
      .catch(() => undefined);
    if (!behind) return;
    withCause(CATCH_UP, () => {
      for (const [peerId, known] of Object.entries(behind.conversations)) {
        recordCursor(queryClient, peerId, known);
      }
    });
    const openId = getSelectedUserId();
    const peerIds = Object.keys(behind.conversations);
    if (openId !== null && peerIds.includes(openId)) await catchUp(openId);
    for (const peerId of peerIds) await catchUp(peerId);
    await queryClient
      .query({
        queryKey: ['realtime', 'stored', compared],
        queryFn: async ({ signal }) => {
          const changed = pages.filter(([peerId]) => peerIds.includes(peerId));
          await stored?.catchUpPages(queryClient, changed, signal);
          return null;
        },
        retry: (_count, error) => isTransient(error) && canAsk(),
        staleTime: 0,
        gcTime: 0,
        // A conversation that fails is caught up at the next connection, or when it is opened.
        meta: { isSilent: true },
      })
      .catch(() => undefined);
  }

  return {
    handleFeed,
    compare,
    close(): void {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

const isBehind = ({ cursor, pending }: Feed): boolean => cursor !== undefined && pending.length > 0;

/** How far the loaded conversations are known, the latest last. */
function listKnown(queryClient: QueryClient): [UserId, KnownState][] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: messageKeys.all, predicate: ({ queryKey }) => queryKey[2] === 'feed' })
    .flatMap(({ queryKey: [, peerId] }): [UserId, KnownState][] => {
      if (typeof peerId !== 'string') return [];
      const { cursor, summary } = getFeed(queryClient, peerId);
      const version = summary?.version ?? 0;
      return cursor ? [[peerId, { cursor: formatCursor(cursor), version }]] : [];
    });
}
