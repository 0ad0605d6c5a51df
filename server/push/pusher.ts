/**
 * Decides what is pushed, and pushes it. A message is pushed to a device if two seconds after it the receiver has neither
 * seen it nor shows its conversation in a visible, focused window; never from somebody who is muted or blocked.
 *
 * What was decided is stored for each device and conversation, as the number of the last message, after the push service
 * has answered. So a push is repeated rather than lost if the server dies, and what was left is found again at the next
 * start. Of several nodes one pushes, by a lease; the others tell it of new messages.
 */
import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { PushContent } from '../../src/protocol/http.ts';
import { cutPreview } from '../../src/protocol/text.ts';
import type {
  DueMessage,
  KnownDevice,
  PushDevice,
  PushFailure,
  PushKeys,
  PushNote,
  PushPair,
  PushState,
  PushStore,
} from '../domain/ports/push.ts';
import type { Clock } from '../domain/ports/store.ts';
import type { Deliver, PushOutcome } from './deliver.ts';
import { CONTENT_BYTES, writePush } from './web-push.ts';

/** Time to see a message before it is pushed. */
const SETTLE_MS = 2_000;
/** A push is kept for a device that is away, and tried, for a day. */
const TTL_S = 24 * 60 * 60;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** After a failure of the store. */
const STORE_PAUSE_MS = 5_000;
/** Pairs of people that wait; what is beyond is found in the store later. */
const MAX_WAITING = 10_000;
const AT_ONCE = 16;
/** Conversations whose last notification is remembered, to take it back. */
const MAX_SHOWN = 10_000;
const LEASE_MS = 15_000;
const RENEW_LEASE_MS = 5_000;

export interface Timing {
  /** Ms, never set back. */
  now(): number;
  /** Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

interface PusherParts {
  store: PushStore;
  deliver: Deliver;
  keys: PushKeys;
  /** Address of this server, for push services that complain. */
  subject: string;
  /** Whether some window of the person shows the conversation, visible and with the focus. */
  isShown(userId: UserId, peerId: UserId): Promise<boolean>;
  addressOf(pictureId: string): string;
  clock: Clock;
  timing: Timing;
  /** The name of this node among several; absent: it is alone. */
  node?: string;
  report(error: unknown, what: string): void;
  /** For each answer of a push service; no failure: it accepted. */
  noteOutcome(outcome: { service: string; failure?: PushFailure }): void;
}

interface Waiting extends PushPair {
  /** In the order of `dueAt`. */
  messages: { number: number; dueAt: number }[];
  /** The message of the last notification was deleted. */
  isTakenBack: boolean;
  isRunning: boolean;
  cancel?: () => void;
}

export type Pusher = ReturnType<typeof createPusher>;

export function createPusher(parts: PusherParts) {
  const { store, deliver, keys, subject, isShown, clock, timing, node, report } = parts;
  const waiting = new Map<string, Waiting>();
  /** Everybody with a device; perhaps some whose last one has gone. */
  const people = new Set<UserId>();
  const pauses = new Map<string, { until: number; tries: number }>();
  /** The newest message in the last notification of each pair. */
  const shown = new Map<string, { messageId: MessageId; number: number }>();
  const limit = pLimit(AT_ONCE);
  let isOnDuty = false;
  let isBehind = false;
  let isClosed = false;
  let stopLease = () => {};

  const keyOf = ({ receiverId, senderId }: PushPair) => `${receiverId} ${senderId}`;

  function enqueue({ receiverId, senderId, number }: DueMessage, delayMs = SETTLE_MS): void {
    if (!isOnDuty || isClosed) return;
    const key = keyOf({ receiverId, senderId });
    let entry = waiting.get(key);
    if (!entry) {
      if (waiting.size >= MAX_WAITING) {
        isBehind = true;
        return;
      }
      entry = { receiverId, senderId, messages: [], isTakenBack: false, isRunning: false };
      waiting.set(key, entry);
    }
    entry.messages.push({ number, dueAt: timing.now() + delayMs });
    entry.messages.sort((one, other) => one.dueAt - other.dueAt);
    plan(entry);
  }

  function plan(entry: Waiting): void {
    if (entry.isRunning || isClosed) return;
    entry.cancel?.();
    const [first] = entry.messages;
    if (!first) {
      waiting.delete(keyOf(entry));
      if (isBehind && waiting.size < MAX_WAITING / 2) void look();
      return;
    }
    entry.cancel = timing.after(Math.max(0, first.dueAt - timing.now()), () => void run(entry));
  }

  async function run(entry: Waiting): Promise<void> {
    entry.isRunning = true;
    const now = timing.now();
    const due = entry.messages.filter(({ dueAt }) => dueAt <= now);
    entry.messages = entry.messages.filter(({ dueAt }) => dueAt > now);
    const upTo = Math.max(0, ...due.map(({ number }) => number));
    const { isTakenBack } = entry;
    entry.isTakenBack = false;
    try {
      await limit(async () => {
        if (!isOnDuty || isClosed) return;
        if (isTakenBack) await takeBack(entry);
        await decide(entry, upTo);
      });
    } catch (error) {
      report(error, 'push not decided');
      if (!isClosed) entry.messages.push({ number: upTo, dueAt: timing.now() + STORE_PAUSE_MS });
    }
    entry.isRunning = false;
    plan(entry);
  }

  async function decide(entry: Waiting, upTo: number): Promise<void> {
    const before = await store.readPushState(entry, upTo);
    if (!before) return;
    if (before.devices.length === 0) people.delete(entry.receiverId);
    const undecided = before.devices.filter(({ decidedTo }) => decidedTo < upTo);
    const isTold =
      before.newest !== undefined && !before.isQuiet && undecided.some(({ hasNew }) => hasNew);
    if (!isTold || (await isShown(entry.receiverId, entry.senderId))) {
      await note(before, { decided: { tokenHashes: hashesOf(undecided), upTo } });
      return;
    }
    // Some time has passed.
    const state = await store.readPushState(entry, upTo);
    const { newest } = state ?? {};
    if (!state || !newest || state.isQuiet) return decideLater(entry, upTo);
    const open = state.devices.filter(({ decidedTo }) => decidedTo < upTo);
    const isTooOld = clock() - newest.createdAt > TTL_S * 1000;
    const isFor = (device: (typeof open)[number]) =>
      device.hasNew && !isTooOld && !isQuietNow(device, clock());
    const told = open.filter(isFor);
    const outcomes = await pushTo(told, entry, contentOf(state, entry));
    const settled = outcomes.filter(({ outcome }) => outcome.kind !== 'later');
    if (outcomes.some(({ outcome }) => outcome.kind === 'accepted')) noteShown(entry, newest);
    await note(state, {
      decided: { tokenHashes: settled.map(({ tokenHash }) => tokenHash), upTo: newest.number },
      outcomes: toOutcomes(outcomes),
    });
    const untold = open.filter((device) => !isFor(device));
    await note(state, { decided: { tokenHashes: hashesOf(untold), upTo } });
    const next = Math.min(
      ...outcomes.flatMap(({ outcome, again }) => (outcome.kind === 'later' ? [again] : [])),
    );
    if (next < Number.POSITIVE_INFINITY) entry.messages.push({ number: upTo, dueAt: next });
  }

  /** It was seen or muted while the windows were asked. */
  async function decideLater(entry: Waiting, upTo: number): Promise<void> {
    const state = await store.readPushState(entry, upTo);
    if (state) await note(state, { decided: { tokenHashes: hashesOf(state.devices), upTo } });
  }

  /** Shows what is left of the conversation in place of a message that was deleted. */
  async function takeBack(entry: Waiting): Promise<void> {
    const known = shown.get(keyOf(entry));
    const state = await store.readPushState(entry, known?.number ?? 0);
    shown.delete(keyOf(entry));
    if (!known || !state || known.number <= state.seenTo || state.isQuiet) return;
    const content = { ...contentOf(state, entry), isDeleted: true };
    const told = state.devices.filter((device) => !isQuietNow(device, clock()));
    const outcomes = await pushTo(told, entry, content);
    if (state.newest) noteShown(entry, state.newest);
    await note(state, { outcomes: toOutcomes(outcomes) });
  }

  function contentOf(state: PushState, { senderId }: PushPair): PushContent {
    const { sender, newest, count, unseen } = state;
    return {
      userId: senderId,
      name: sender.fullName,
      ...(sender.pictureId !== undefined && { icon: parts.addressOf(sender.pictureId) }),
      ...(newest && {
        messageId: newest._id,
        ...(newest.text === undefined ? { isPicture: true } : { text: cutPreview(newest.text) }),
      }),
      count,
      total: unseen.total,
      ...(unseen.isAll && { unseen: unseen.senderIds }),
    };
  }

  interface DeviceOutcome {
    tokenHash: string;
    endpoint: string;
    outcome: PushOutcome;
    /** When it may be tried again. */
    again: number;
  }

  function pushTo(
    devices: readonly KnownDevice[],
    pair: PushPair,
    content: PushContent,
  ): Promise<DeviceOutcome[]> {
    return Promise.all(
      devices.map(async (device): Promise<DeviceOutcome> => {
        const { tokenHash, endpoint } = device;
        const pause = pauses.get(tokenHash);
        if (pause && pause.until > timing.now()) {
          const outcome = { kind: 'later', failure: device.failure ?? 'busy' } as const;
          return { tokenHash, endpoint, outcome, again: pause.until };
        }
        const outcome = await post(device, withDetail(content, device), topicOf(pair));
        if (outcome.kind !== 'later') {
          pauses.delete(tokenHash);
          return { tokenHash, endpoint, outcome, again: 0 };
        }
        const tries = (pause?.tries ?? 0) + 1;
        const ownMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
        const until = timing.now() + Math.max(ownMs, outcome.afterMs ?? 0);
        pauses.set(tokenHash, { until, tries });
        return { tokenHash, endpoint, outcome, again: until };
      }),
    );
  }

  async function post(
    device: PushDevice,
    content: PushContent,
    topic: string,
  ): Promise<PushOutcome> {
    const { endpoint } = device;
    const json = writeContent(content);
    const push = writePush(device, json, { keys, subject, now: clock(), ttlS: TTL_S, topic });
    const outcome = await deliver.post(endpoint, push);
    const service = URL.canParse(endpoint) ? new URL(endpoint).host : '';
    parts.noteOutcome({ service, ...('failure' in outcome && { failure: outcome.failure }) });
    return outcome;
  }

  /** The same for a conversation, and tells a push service nothing about it. */
  const topicOf = (pair: PushPair): string =>
    createHmac('sha256', keys.privateKey).update(keyOf(pair)).digest('base64url').slice(0, 32);

  function noteShown(pair: PushPair, { _id, number }: { _id: MessageId; number: number }): void {
    const key = keyOf(pair);
    shown.delete(key);
    shown.set(key, { messageId: _id, number });
    const [oldest] = shown.keys();
    if (oldest !== undefined && shown.size > MAX_SHOWN) shown.delete(oldest);
  }

  async function note(
    { conversation }: PushState,
    { decided = { tokenHashes: [], upTo: 0 }, outcomes = [] }: Partial<PushNote>,
  ): Promise<void> {
    if (decided.tokenHashes.length === 0 && outcomes.length === 0) return;
    await store.notePushes({ conversation, decided, outcomes });
  }

  /** Finds in the store what nobody has told of: after a start, the death of another node, or too much at once. */
  async function look(): Promise<void> {
    isBehind = false;
    try {
      for (const userId of await store.listPushedPeople()) people.add(userId);
      if (!isOnDuty || isClosed) return;
      const due = await store.listDuePushes(MAX_WAITING);
      if (due.length === MAX_WAITING) isBehind = true;
      for (const message of due) {
        if (!waiting.has(keyOf(message))) enqueue(message);
      }
    } catch (error) {
      report(error, 'pushes not looked for');
      if (!isClosed) timing.after(STORE_PAUSE_MS, () => void look());
    }
  }

  async function holdLease(holder: string): Promise<void> {
    const wasOnDuty = isOnDuty;
    isOnDuty = await store.holdPushLease(holder, LEASE_MS).catch((error: unknown) => {
      report(error, 'push lease not held');
      return false;
    });
    if (isClosed) return;
    if (isOnDuty && !wasOnDuty) await look();
    stopLease = timing.after(RENEW_LEASE_MS, () => void holdLease(holder));
  }

  return {
    publicKey: keys.publicKey,
    isService: deliver.isService,

    /** Resolves when what was left by an earlier server is known. */
    async open(): Promise<void> {
      isOnDuty = node === undefined;
      await look();
      if (node !== undefined) await holdLease(node);
    },

    look,

    /** Whether somebody has a device; then `noteMessage` is worth a message to the other nodes. */
    hasDevice: (userId: UserId): boolean => people.has(userId),
    noteDevice(userId: UserId): void {
      people.add(userId);
    },

    /** Never waits. */
    noteMessage(message: DueMessage): void {
      if (people.has(message.receiverId)) enqueue(message);
    },

    noteDeletion(pair: PushPair, messageId: MessageId): void {
      const key = keyOf(pair);
      const known = shown.get(key);
      if (known?.messageId !== messageId) return;
      enqueue({ ...pair, number: known.number }, 0);
      const entry = waiting.get(key);
      if (entry) entry.isTakenBack = true;
    },

    /** A push that says that pushes arrive. Resolves to why it was not accepted. */
    async test(device: PushDevice): Promise<PushFailure | undefined> {
      const outcome = await post(device, { isTest: true }, 'test');
      const failure = 'failure' in outcome ? outcome.failure : undefined;
      const { tokenHash, endpoint } = device;
      if (!failure) pauses.delete(tokenHash);
      await store.notePushes({
        conversation: 0,
        decided: { tokenHashes: [], upTo: 0 },
        outcomes: [{ tokenHash, endpoint, ...(failure && { failure }) }],
      });
      return failure;
    },

    countWaiting: (): number => waiting.size,

    close(): void {
      isClosed = true;
      stopLease();
      for (const { cancel } of waiting.values()) cancel?.();
      waiting.clear();
      deliver.close();
    },
  };
}

const hashesOf = (devices: readonly { tokenHash: string }[]): string[] =>
  devices.map(({ tokenHash }) => tokenHash);

const toOutcomes = (
  outcomes: readonly { tokenHash: string; endpoint: string; outcome: PushOutcome }[],
): PushNote['outcomes'] =>
  outcomes.map(({ tokenHash, endpoint, outcome }) => ({
    tokenHash,
    endpoint,
    ...('failure' in outcome && { failure: outcome.failure }),
  }));

/** What the person wants to be told on this device. */
function withDetail(content: PushContent, { detail }: PushDevice): PushContent {
  if (detail === 'everything') return content;
  const { text: _, isPicture: _picture, ...named } = content;
  if (detail === 'name') return named;
  const { name: _name, icon: _icon, ...bare } = named;
  return bare;
}

/** Names of other people with unseen messages are left out first. */
function writeContent(content: PushContent): string {
  const json = JSON.stringify(content);
  if (Buffer.byteLength(json) <= CONTENT_BYTES) return json;
  const { unseen: _, ...rest } = content;
  return JSON.stringify(rest);
}

/** Whether the device wants no pushes at this time of its day. */
export function isQuietNow(
  { quiet, zone }: Pick<PushDevice, 'quiet' | 'zone'>,
  now: number,
): boolean {
  if (!quiet || quiet.from === quiet.to) return false;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const read = (type: 'hour' | 'minute') =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const minute = read('hour') * 60 + read('minute');
  return quiet.from < quiet.to
    ? minute >= quiet.from && minute < quiet.to
    : minute >= quiet.from || minute < quiet.to;
}
