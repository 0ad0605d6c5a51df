/**
 * The latest socket events as the query `['realtime','events']`, newest first: name, delay, and changes. Recorded only
 * while Devtools is open.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pushedQuery } from '../backend/pushed.ts';
import { getConversation, getNewest } from '../conversation/conversation.ts';
import { getUser } from '../people/users.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import type { ObservedEvent } from '../realtime/event-observer.ts';
import { getMe } from '../session/auth.ts';
import { messageOf } from './observed-message.ts';

interface LedgerEntry {
  name: string;
  /** ISO 8601. */
  arrivedAt: string;
  /** From the message's `createdAt` to the arrival, by two clocks; null without a time. */
  latencyMs: number | null;
  /**
   * `applied`: it changed something. `duplicate`: the message was already there. `late`: its place is before newer
   * messages. `ignored`: it changed nothing.
   */
  verdict: 'applied' | 'duplicate' | 'late' | 'ignored';
  /** Keys of changed queries, as Devtools shows them; `stores` means the stores. */
  changed: readonly string[];
  messageId?: string;
}

/** Number of entries. */
const LEDGER_LENGTH = 200;

export const eventsQuery = () =>
  pushedQuery<readonly LedgerEntry[]>(['realtime', 'events'], () => []);

/** Handles an event, and records the result. */
export function recordEvent(
  queryClient: QueryClient,
  event: ObservedEvent,
  handle: () => void,
): void {
  const arrivedAt = Date.now();
  const message = messageOf(event);
  const peerId = message && peerOf(queryClient, message);
  const newest = peerId === undefined ? undefined : findNewestTime(queryClient, peerId);
  const isKnown =
    message !== undefined && peerId !== undefined && isThere(queryClient, peerId, message);
  const before = takeSnapshot(queryClient);
  handle();
  const changed = compare(before, takeSnapshot(queryClient));

  function judge(): LedgerEntry['verdict'] {
    if (isKnown) return 'duplicate';
    if (changed.length === 0) return 'ignored';
    const isLate = message !== undefined && newest !== undefined && message.createdAt < newest;
    return isLate ? 'late' : 'applied';
  }
  const entry: LedgerEntry = {
    name: event.name,
    arrivedAt: new Date(arrivedAt).toISOString(),
    latencyMs: message ? arrivedAt - Date.parse(message.createdAt) : null,
    verdict: judge(),
    changed,
    ...(message && { messageId: message._id }),
  };
  queryClient.setQueryData(eventsQuery().queryKey, (entries = []) =>
    [entry, ...entries].slice(0, LEDGER_LENGTH),
  );
}

const peerOf = (queryClient: QueryClient, message: Message): UserId | undefined =>
  message.senderId === getMe(queryClient)?._id ? message.receiverId : message.senderId;

/** Time of the newest known message of a conversation. */
function findNewestTime(queryClient: QueryClient, peerId: UserId): string | undefined {
  const newest = getNewest(queryClient, peerId);
  return newest?.createdAt ?? getUser(queryClient, peerId)?.lastMessage?.createdAt;
}

function isThere(queryClient: QueryClient, peerId: UserId, { _id }: Message): boolean {
  const conversation = getConversation(queryClient, peerId);
  const isIt = (message: { _id: string }) => message._id === _id;
  if (
    conversation?.tail.some(isIt) ||
    conversation?.history.pages.some((page) => page.some(isIt))
  ) {
    return true;
  }
  if (getUser(queryClient, peerId)?.lastMessage?._id === _id) return true;
  const events = queryClient.getQueryData(eventsQuery().queryKey) ?? [];
  return events.some(({ messageId }) => messageId === _id);
}

/** Each key's current data; cache data is never changed in place. */
function takeSnapshot(queryClient: QueryClient): Map<string, unknown> {
  const queries = queryClient.getQueryCache().getAll();
  return new Map(queries.map(({ queryHash, state }) => [queryHash, state.data]));
}

function compare(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const keys = [...after.keys()];
  return keys.filter((key) => before.get(key) !== after.get(key));
}
