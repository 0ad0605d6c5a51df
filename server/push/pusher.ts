/**
 * The queue of what may have to be pushed. A message is pushed to a device if two seconds after it the receiver has neither
 * seen it nor shows its conversation in a visible, focused window; never from somebody who is muted or blocked.
 *
 * The queue is in memory. What it forgets is found again in the store, at the next start or by the next node: of several
 * nodes the one that holds the lease pushes, and the others tell it of new messages.
 */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type {
  DueMessage,
  PushDevice,
  PushFailure,
  PushPair,
  PushStore,
} from '../domain/ports/push.ts';
import { createKeyedLimit } from '../limits/gate.ts';
import { createPoster, type PosterParts } from './post-to-devices.ts';
import { describeTest } from './push-content.ts';
import { createConversationPusher, type IsShown, keyOf } from './push-conversation.ts';

/** Time to see a message before it is pushed. */
const SETTLE_MS = 2_000;
/** After a push of a conversation: a burst of messages is not a burst of pushes. */
const REST_MS = 5_000;
const STORE_PAUSE_MS = 5_000;
/** Most conversations in the queue; others are found in the store later. */
const MAX_QUEUED = 10_000;
/** Conversations of one receiver that are pushed at a time; those of others do not wait for them. */
const AT_ONCE = 4;
const LEASE_MS = 6_000;
const RENEW_LEASE_MS = 2_000;

interface PusherParts extends PosterParts {
  store: PushStore;
  isShown: IsShown;
  addressOf(pictureId: string): string;
  /** The name of this node among several; absent: it is alone. */
  node?: string;
  report(error: unknown, what: string): void;
}

/** Messages up to this number, which are decided together. */
interface Batch {
  upTo: number;
  dueAt: number;
}

interface Queued extends PushPair {
  next?: Batch;
  /** Messages since; each has the same time to be seen. */
  following?: Batch;
  retry?: Batch;
  isDeleted: boolean;
  restsUntil: number;
  isRunning: boolean;
  wakesAt?: number;
  cancel?: () => void;
}

export type Pusher = ReturnType<typeof createPusher>;

export function createPusher(parts: PusherParts) {
  const { store, deliver, keys, timing, node, report } = parts;
  const poster = createPoster(parts);
  const conversations = createConversationPusher({ ...parts, poster });
  const queue = new Map<string, Queued>();
  /** Everybody with a device since the start: for some the last one has gone. */
  const people = new Set<UserId>();
  const limit = createKeyedLimit(AT_ONCE);
  let holdsLease = false;
  /** Something was not queued. */
  let isIncomplete = false;
  let isClosed = false;
  let stopLease = () => {};

  function enqueue({ number, ...pair }: DueMessage): void {
    const entry = findOrAdd(pair);
    if (!entry) return;
    const dueAt = timing.now() + SETTLE_MS;
    if (!entry.next) entry.next = { upTo: number, dueAt };
    else entry.following = { upTo: Math.max(entry.following?.upTo ?? 0, number), dueAt };
    schedule(entry);
  }

  function findOrAdd({ receiverId, senderId }: PushPair): Queued | undefined {
    if (!holdsLease || isClosed) return undefined;
    const key = keyOf({ receiverId, senderId });
    const known = queue.get(key);
    if (known) return known;
    if (queue.size >= MAX_QUEUED) {
      isIncomplete = true;
      return undefined;
    }
    const entry = { receiverId, senderId, isDeleted: false, restsUntil: 0, isRunning: false };
    queue.set(key, entry);
    return entry;
  }

  /** Plans the next step of a conversation. One that has none leaves the queue. */
  function schedule(entry: Queued): void {
    if (entry.isRunning || isClosed) return;
    const { next, isDeleted, restsUntil } = entry;
    const now = timing.now();
    const nextAt = next ? Math.max(next.dueAt, restsUntil) : Infinity;
    const planned = Math.min(nextAt, entry.retry?.dueAt ?? Infinity);
    const at = isDeleted ? now : planned;
    if (at === Infinity && restsUntil <= now) {
      entry.cancel?.();
      queue.delete(keyOf(entry));
      if (isIncomplete && queue.size < MAX_QUEUED / 2) void findInStore();
      return;
    }
    const wakesAt = at === Infinity ? restsUntil : at;
    if (entry.wakesAt === wakesAt) return;
    entry.cancel?.();
    entry.wakesAt = wakesAt;
    entry.cancel = timing.after(Math.max(0, wakesAt - now), () => void run(entry));
  }

  async function run(entry: Queued): Promise<void> {
    entry.isRunning = true;
    delete entry.wakesAt;
    const upTo = takeDue(entry, timing.now());
    const { isDeleted } = entry;
    entry.isDeleted = false;
    try {
      await limit(entry.receiverId, async () => {
        if (!holdsLease || isClosed) return;
        if (isDeleted) await conversations.replaceDeleted(entry);
        if (upTo === undefined) return;
        const { isPushed, retryAt } = await conversations.push(entry, upTo);
        if (isPushed) entry.restsUntil = timing.now() + REST_MS;
        if (retryAt !== undefined) retry(entry, { upTo, dueAt: retryAt });
      });
    } catch (error) {
      report(error, 'push not decided');
      if (upTo !== undefined) retry(entry, { upTo, dueAt: timing.now() + STORE_PAUSE_MS });
    }
    entry.isRunning = false;
    schedule(entry);
  }

  /** Queues what nobody has told of: after a start, the death of another node, or too much at once. */
  async function findInStore(): Promise<void> {
    isIncomplete = false;
    try {
      for (const userId of await store.listPushedPeople()) people.add(userId);
      if (!holdsLease || isClosed) return;
      const due = await store.listDuePushes(MAX_QUEUED);
      if (due.length === MAX_QUEUED) isIncomplete = true;
      for (const message of due) enqueue(message);
    } catch (error) {
      report(error, 'pushes not looked for');
      if (!isClosed) timing.after(STORE_PAUSE_MS, () => void findInStore());
    }
  }

  async function renewLease(holder: string): Promise<void> {
    const didHold = holdsLease;
    holdsLease = await store.takePushLease(holder, LEASE_MS).catch((error: unknown) => {
      report(error, 'push lease not held');
      return false;
    });
    if (isClosed) return;
    if (holdsLease && !didHold) await findInStore();
    stopLease = timing.after(RENEW_LEASE_MS, () => void renewLease(holder));
  }

  return {
    publicKey: keys.publicKey,
    isService: deliver.isService,

    /** Resolves when what an earlier server has left is queued. */
    async open(): Promise<void> {
      holdsLease = node === undefined;
      await findInStore();
      if (node !== undefined) await renewLease(node);
    },

    findInStore,

    /** Whether somebody has a device: only then other nodes have to be told of a message. */
    hasDevice: (userId: UserId): boolean => people.has(userId),
    addPerson(userId: UserId): void {
      people.add(userId);
    },

    addMessage(message: DueMessage): void {
      if (people.has(message.receiverId)) enqueue(message);
    },

    addDeletion(pair: PushPair, messageId: MessageId): void {
      if (!conversations.hasNotified(pair, messageId)) return;
      const entry = findOrAdd(pair);
      if (!entry) return;
      entry.isDeleted = true;
      schedule(entry);
    },

    /** A push that says that pushes arrive. Resolves to why it was not accepted. */
    async test(device: PushDevice, receiverId: UserId): Promise<PushFailure | undefined> {
      const failure = await poster.postTest(device, describeTest(receiverId));
      const { tokenHash, endpoint } = device;
      await store.recordPushes({
        conversation: 0,
        decided: [],
        outcomes: [{ tokenHash, endpoint, ...(failure && { failure }) }],
      });
      return failure;
    },

    close(): void {
      isClosed = true;
      stopLease();
      for (const { cancel } of queue.values()) cancel?.();
      queue.clear();
      deliver.close();
    },
  };
}

/** The number up to which it is time to decide. */
function takeDue(entry: Queued, now: number): number | undefined {
  const due: Batch[] = [];
  if (entry.retry && entry.retry.dueAt <= now) {
    due.push(entry.retry);
    delete entry.retry;
  }
  if (entry.next && entry.next.dueAt <= now) {
    due.push(entry.next);
    delete entry.next;
    if (entry.following) entry.next = entry.following;
    delete entry.following;
  }
  return due.length > 0 ? Math.max(...due.map(({ upTo }) => upTo)) : undefined;
}

function retry(entry: Queued, { upTo, dueAt }: Batch): void {
  entry.retry = { upTo: Math.max(entry.retry?.upTo ?? 0, upTo), dueAt };
}
