/**
 * The latest changes of the cache as the query `['writes']`, newest first: the cause, and the rows that it added,
 * changed and removed. Events that changed nothing are in it too. Recorded only while Devtools is open.
 */
import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { pushedQuery } from '../backend/pushed.ts';
import { type Cause, observeWrites, writeData } from '../cache/write.ts';
import { getConversation, getNewest } from '../conversation/conversation.ts';
import { listMessages } from '../conversation/patches/conversation.ts';
import { getUser } from '../people/users.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/text.ts';
import { getMe } from '../session/auth.ts';
import { getUnseenCounts } from '../stores/unseen.ts';
import { describeChanges, type Write } from './describe-changes.ts';
import { messageOf } from './observed-message.ts';
import { type Recorder, readView } from './recording/recorder.ts';
import type { Change } from './recording/recording.ts';

/**
 * Of an event: `applied`: it changed something. `late`: it added its message before newer ones. `duplicate`: it changed
 * nothing, and its message was there. `ignored`: it changed nothing.
 */
type Verdict = 'applied' | 'late' | 'duplicate' | 'ignored';

export interface LedgerLine {
  number: number;
  /** ISO 8601. */
  at: string;
  cause: string;
  verdict?: Verdict;
  /** From the message's `createdAt` to the arrival, by two clocks. */
  latencyMs?: number;
  messageId?: string;
  /** An event about what this window did itself, and which changed nothing. */
  isEcho?: true;
  writes: readonly Write[];
  payload?: unknown;
}

/** Number of lines. */
const LEDGER_LENGTH = 200;

/** Events that the server emits to this person's own windows. */
const ECHOES = ['messageSent', 'seenElsewhere'];

export const writesQuery = () => pushedQuery<readonly LedgerLine[]>(['writes'], () => []);

interface OpenCause {
  cause: Cause;
  writes: Write[];
  changes: Change[];
}

interface LedgerOptions {
  queryClient: QueryClient;
  /** Whether only Devtools reads the entry with this hash. */
  isOwn(queryHash: string): boolean;
  recorder: Recorder;
}

/** Returns a function that stops it. */
export function keepLedger({ queryClient, isOwn, recorder }: LedgerOptions): () => void {
  const cache = queryClient.getQueryCache();
  const known = new Map(cache.getAll().map(({ queryHash, state }) => [queryHash, state.data]));
  let lines: readonly LedgerLine[] = [];
  let count = 0;
  /** The cause in progress, and its changes so far. */
  let current: OpenCause | undefined;

  function handleCacheEvent(event: QueryCacheNotifyEvent): void {
    const { type, query } = event;
    // Those of observers may come before that of the change itself.
    if (type !== 'added' && type !== 'updated' && type !== 'removed') return;
    const before = known.get(query.queryHash);
    const after = type === 'removed' ? undefined : query.state.data;
    if (after === before) return;
    if (type === 'removed') known.delete(query.queryHash);
    else known.set(query.queryHash, after);
    const change: Change = { queryKey: query.queryKey, data: after };
    if (recorder.isRecorded(query.queryHash)) {
      if (current) current.changes.push(change);
      else recorder.note({ at: Date.now(), cause: causeOf(event), changes: [change] });
    }
    // A new entry has its initial data.
    if (type === 'added' || isOwn(query.queryHash)) return;
    const write = describeChanges(queryClient, query.queryKey, before, after);
    if (current) current.writes.push(write);
    else add({ cause: causeOf(event), writes: [write] }, Date.now());
  }

  function observe<Result>(cause: Cause, run: () => Result): Result {
    if (current) return run();
    const at = Date.now();
    const change: OpenCause = { cause, writes: [], changes: [] };
    const unseen = getUnseenCounts();
    const view = cause.kind === 'event' ? { view: readView() } : {};
    current = change;
    try {
      return run();
    } finally {
      current = undefined;
      if (cause.kind === 'session') lines = [];
      // Many messages change nothing else.
      if (cause.kind === 'event' && unseen !== getUnseenCounts())
        change.writes.push({ key: 'unseen counts' });
      if (cause.kind === 'event' || change.changes.length > 0)
        recorder.note({ at, cause, changes: change.changes, ...view });
      if (cause.kind === 'event' || change.writes.length > 0) add(change, at);
    }
  }

  function add({ cause, writes }: { cause: Cause; writes: readonly Write[] }, at: number): void {
    const { kind, name = '', payload } = cause;
    const message = messageOf(cause);
    count += 1;
    const line: LedgerLine = {
      number: count,
      at: new Date(at).toISOString(),
      cause: `${kind} ${name}`.trim(),
      ...(kind === 'event' && { verdict: judge(message, writes) }),
      ...(kind === 'event' && message && { latencyMs: at - Date.parse(message.createdAt) }),
      ...(message && { messageId: message._id }),
      ...(ECHOES.includes(name) && writes.length === 0 && { isEcho: true }),
      writes,
      ...(payload !== undefined && { payload: cutTexts(payload) }),
    };
    lines = [line, ...lines].slice(0, LEDGER_LENGTH);
    writeData(queryClient, writesQuery().queryKey, lines);
  }

  function judge(message: Message | undefined, writes: readonly Write[]): Verdict {
    if (message && writes.some(({ added }) => added && message._id in added)) {
      const newest = getNewest(queryClient, peerOf(queryClient, message));
      return newest && newest._id !== message._id ? 'late' : 'applied';
    }
    if (writes.length > 0) return 'applied';
    return message && isThere(message) ? 'duplicate' : 'ignored';
  }

  function isThere(message: Message): boolean {
    const { _id } = message;
    const peerId = peerOf(queryClient, message);
    const conversation = getConversation(queryClient, peerId);
    return (
      getUser(queryClient, peerId)?.lastMessage?._id === _id ||
      lines.some(({ messageId }) => messageId === _id) ||
      (conversation !== undefined && listMessages(conversation).some((one) => one._id === _id))
    );
  }

  const stops = [cache.subscribe(handleCacheEvent), observeWrites(observe)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A backend may send whole pictures as texts. */
const cutTexts = (payload: unknown): unknown =>
  JSON.parse(
    JSON.stringify(payload, (_name, value) =>
      typeof value === 'string' ? cutPreview(value) : value,
    ),
  );

const peerOf = (queryClient: QueryClient, message: Message): UserId =>
  message.senderId === getMe(queryClient)?._id ? (message.receiverId ?? '') : message.senderId;

/** For changes without a stated cause, which only Query itself makes: `src/cache/write.ts`. */
function causeOf(event: QueryCacheNotifyEvent): Cause {
  const { query } = event;
  if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) {
    const part = query.queryKey.at(2);
    if (part === 'stored') return { kind: 'restore' };
    return { kind: part === 'missed' ? 'catch-up' : 'answer' };
  }
  const isUnused = query.observers.length === 0 && Number.isFinite(query.gcTime);
  if (event.type === 'removed' && isUnused) return { kind: 'timer', name: 'not used any more' };
  return { kind: 'devtools' };
}
