/**
 * The latest changes of the cache as the query `['writes']`, newest first: the cause, and the rows that it added,
 * changed and removed. Events that changed nothing are in it too. Kept only while Devtools is open.
 */
import {
  hashKey,
  type Mutation,
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { toMessage } from '../api/messages.ts';
import {
  type Cause,
  observeWrites,
  pushedQuery,
  removeData,
  withCause,
  writeData,
} from '../cache/write.ts';
import { getConversation, getNewest } from '../conversation/conversation.ts';
import { listMessages } from '../conversation/patches/conversation.ts';
import { getUser } from '../people/users.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/text.ts';
import { getMe } from '../session/auth.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { subscribeUnseen, type UnseenCounts } from '../stores/unseen.ts';
import {
  describeChanges,
  describeMutation,
  describeUnseen,
  type Write,
} from './describe-changes.ts';
import { returnToNow } from './look-back.ts';
import { type Change, createRecorder, readView } from './recording.ts';

/**
 * Of an event: `applied`: it changed something. `late`: it added its message before newer ones. `duplicate`: it changed
 * nothing, and its message was there. `ignored`: it changed nothing.
 */
type Verdict = 'applied' | 'late' | 'duplicate' | 'ignored';

export interface LedgerLine {
  /** Of its moment. */
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

const LEDGER_LENGTH = 200;

/** Events that the server emits to this person's own windows. */
const ECHOES = ['messageSent', 'seenElsewhere'];

const OWN: Cause = { kind: 'devtools', name: 'ledger' };

export const writesQuery = () => pushedQuery<readonly LedgerLine[]>(['writes'], () => []);

export type Ledger = ReturnType<typeof startLedger>;

interface OpenCause {
  cause: Cause;
  at: number;
  writes: Write[];
  changes: Change[];
  unseen?: UnseenCounts;
}

/** Keeps ledger and recording until it is stopped. */
export function startLedger(queryClient: QueryClient) {
  const queries = queryClient.getQueryCache();
  const mutations = queryClient.getMutationCache();
  const known = new Map(queries.getAll().map(({ queryHash, state }) => [queryHash, state.data]));
  const states = new Map(mutations.getAll().map((mutation) => [mutation, mutation.state]));
  const recorder = createRecorder([
    ...queries.getAll().map(({ queryKey, state }) => ({ queryKey, data: state.data })),
    ...mutations.getAll().map(recordMutation),
  ]);
  const { queryKey: ownKey } = writesQuery();
  const ownHash = hashKey(ownKey);
  let lines: readonly LedgerLine[] = [];
  /** The cause in progress, and its changes so far. */
  let current: OpenCause | undefined;

  function handleQuery(event: QueryCacheNotifyEvent): void {
    const { type, query } = event;
    // Those of observers may come before that of the change itself.
    if (type !== 'added' && type !== 'updated' && type !== 'removed') return;
    const { queryHash, queryKey } = query;
    const before = known.get(queryHash);
    const after = type === 'removed' ? undefined : query.state.data;
    if (after === before || queryHash === ownHash) return;
    if (type === 'removed') known.delete(queryHash);
    else known.set(queryHash, after);
    // A new entry has its initial data.
    const write = type === 'added' ? [] : [describeChanges(queryClient, queryKey, before, after)];
    addChange(() => causeOf(event), { queryKey, data: after }, write);
  }

  function handleMutation({ type, mutation }: MutationCacheNotifyEvent): void {
    if (!mutation || (type !== 'added' && type !== 'updated' && type !== 'removed')) return;
    const before = states.get(mutation);
    const after = type === 'removed' ? undefined : mutation.state;
    // An event may remove one before its answer.
    if (after === before || (type === 'updated' && !before)) return;
    if (after) states.set(mutation, after);
    else states.delete(mutation);
    // What TanStack Query itself does: it begins one that a component has asked for, and forgets one that has ended.
    const isOver = !after && before?.status === 'success';
    const isSilent = !current && (after?.status === 'idle' || isOver);
    const key = keyOf(mutation);
    const name = key[0] === 'messages' ? key[2] : key[0];
    addChange(
      () => ({ kind: 'mutation', name: String(name) }),
      { ...recordMutation(mutation), ...(!after && { data: undefined }) },
      isSilent ? [] : [describeMutation(queryClient, key, before, after)],
    );
  }

  function handleUnseen(unseen: UnseenCounts, before: UnseenCounts): void {
    const write = describeUnseen(queryClient, before, unseen);
    if (Object.keys(write.changed ?? {}).length === 0) return;
    if (current) {
      current.writes.push(write);
      current.unseen = unseen;
      return;
    }
    // The store does not know causes: a conversation was opened, or the list has been answered.
    const isOpened = (getSelectedUserId() ?? '') in (write.changed ?? {});
    const cause: Cause = isOpened ? { kind: 'reader', name: 'opens' } : { kind: 'answer' };
    finish({ cause, at: Date.now(), writes: [write], changes: [], unseen });
  }

  /** Adds a change to the cause in progress, or on its own. */
  function addChange(getCause: () => Cause, change: Change, writes: readonly Write[]): void {
    const open = current ?? { cause: getCause(), at: Date.now(), writes: [], changes: [] };
    open.changes.push(change);
    open.writes.push(...writes);
    if (!current) finish(open);
  }

  function observe<Result>(cause: Cause, run: () => Result): Result {
    if (current) return run();
    const isEvent = cause.kind === 'event';
    const view = isEvent ? { view: readView() } : {};
    const open: OpenCause = { cause, at: Date.now(), writes: [], changes: [] };
    current = open;
    try {
      return run();
    } finally {
      current = undefined;
      if (cause.kind === 'session') {
        lines = [];
        recorder.clear();
        returnToNow();
      }
      if (isEvent || open.changes.length + open.writes.length > 0) finish(open, view);
    }
  }

  function finish({ cause, at, writes, changes, unseen }: OpenCause, view = {}): void {
    const number = recorder.add({ at, cause, changes, ...view, ...(unseen && { unseen }) });
    const { kind, name = '', payload } = cause;
    if (kind === 'unexplained') console.error('This write to the cache has no cause:', writes);
    const isEvent = kind === 'event';
    if (!isEvent && writes.length === 0) return;
    const message = messageOf(cause);
    const line: LedgerLine = {
      number,
      at: new Date(at).toISOString(),
      cause: `${kind} ${name}`.trim(),
      ...(isEvent && { verdict: judge(message, writes) }),
      ...(isEvent && message && { latencyMs: at - Date.parse(message.createdAt) }),
      ...(message && { messageId: message._id }),
      ...(ECHOES.includes(name) && writes.length === 0 && { isEcho: true }),
      writes,
      ...(payload !== undefined && { payload: cutTexts(payload) }),
    };
    lines = [line, ...lines].slice(0, LEDGER_LENGTH);
    publish();
  }

  const publish = () => withCause(OWN, () => writeData(queryClient, ownKey, lines));

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

  // Comparing the lines with those before would cost more than all the rest.
  queryClient.setQueryDefaults(ownKey, { structuralSharing: false });
  publish();
  const stops = [
    queries.subscribe(handleQuery),
    mutations.subscribe(handleMutation),
    subscribeUnseen(handleUnseen),
    observeWrites(observe),
  ];
  return {
    getRecording: recorder.getRecording,
    stop() {
      returnToNow();
      for (const stop of stops) stop();
      withCause(OWN, () => removeData(queryClient, { queryKey: ownKey, exact: true }));
    },
  };
}

const keyOf = ({ options }: Mutation): QueryKey => options.mutationKey ?? ['form'];

function recordMutation(mutation: Mutation): Change {
  const { mutationId, options, meta } = mutation;
  // Forms have passwords and codes, which belong in no record.
  const secrets = options.mutationKey ? {} : { variables: undefined, data: undefined };
  const state = { ...mutation.state, ...secrets };
  return {
    queryKey: ['mutation', mutationId],
    data: { mutationKey: keyOf(mutation), state, meta },
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

const NAMES_WITH_MESSAGE = ['newMessage', 'messageSent', 'send'];

/** The message that a cause is about, if any. */
function messageOf({ name = '', payload }: Cause): Message | undefined {
  const [sent]: unknown[] = Array.isArray(payload) ? payload : [];
  return NAMES_WITH_MESSAGE.includes(name) && isMessage(sent) ? toMessage(sent) : undefined;
}

/** `toMessage` checks the rest. */
const isMessage = (sent: unknown): sent is Message => typeof sent === 'object' && sent !== null;

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
