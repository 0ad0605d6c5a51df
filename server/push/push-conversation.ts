/**
 * Pushes what is unseen in one conversation: decides for each device of the receiver, posts, and stores how far each
 * device has come. A push is stored after the push service has answered: it is repeated rather than lost.
 */
import pLimit from 'p-limit';
import type { MessageId } from '../../src/protocol/entities.ts';
import type { PushContent } from '../../src/protocol/http.ts';
import type {
  KnownDevice,
  PushPair,
  PushRecord,
  PushState,
  PushStore,
} from '../domain/ports/push.ts';
import type { Clock } from '../domain/ports/store.ts';
import { type DeviceOutcome, type Poster, TTL_S, toRecordedOutcomes } from './post-to-devices.ts';
import { describeUnseen, isQuietHour } from './push-content.ts';

/** Conversations that are looked up at a time. Only the store is spared: windows and push services may take long. */
const LOOKUPS_AT_ONCE = 16;

/** Conversations whose last notification is remembered, in case that its message is deleted. */
const MAX_REMEMBERED = 10_000;

interface ConversationPusherParts {
  store: PushStore;
  poster: Poster;
  /** Whether some window of the person shows the conversation, visible and with the focus. */
  isShown: IsShown;
  addressOf(pictureId: string): string;
  clock: Clock;
}

export type IsShown = (userId: string, peerId: string) => Promise<boolean>;

interface PushResult {
  isPushed: boolean;
  retryAt?: number;
}

const NOTHING: PushResult = { isPushed: false };

type Undecided = PushState['devices'][number];

export const keyOf = ({ receiverId, senderId }: PushPair): string => `${receiverId} ${senderId}`;

export function createConversationPusher(parts: ConversationPusherParts) {
  const { store, poster, isShown, addressOf, clock } = parts;
  const limit = pLimit(LOOKUPS_AT_ONCE);
  const readState = (pair: PushPair, upTo: number) => limit(() => store.readPushState(pair, upTo));
  /** The message in the last notification of each conversation. */
  const notified = new Map<string, { messageId: MessageId; number: number }>();

  /**
   * Decides about all messages up to a number. Resolves to whether a push was accepted, and to when to try again, if a push
   * service was not ready.
   */
  async function push(pair: PushPair, upTo: number): Promise<PushResult> {
    const before = await readState(pair, upTo);
    // What was seen is never due again.
    if (!before?.newest) return NOTHING;
    const undecided = findUndecided(before, upTo);
    const isWanted = !before.isQuiet && undecided.some(({ hasNew }) => hasNew);
    if (!isWanted || (await isShown(pair.receiverId, pair.senderId))) {
      await record(before, undecided.map(decide(upTo)));
      return NOTHING;
    }
    // The windows took time to answer: it may have been seen or muted meanwhile.
    const state = await readState(pair, upTo);
    if (!state?.newest) return NOTHING;
    if (state.isQuiet) {
      await record(state, state.devices.map(decide(upTo)));
      return NOTHING;
    }
    return pushNewest(pair, state, state.newest, upTo);
  }

  async function pushNewest(
    pair: PushPair,
    state: PushState,
    newest: Newest,
    upTo: number,
  ): Promise<PushResult> {
    const now = clock();
    const isTooOld = now - newest.createdAt > TTL_S * 1000;
    const undecided = findUndecided(state, upTo);
    const wanting = undecided.filter(
      (device) => device.hasNew && !isTooOld && !isQuietHour(device, now),
    );
    const outcomes = await post(pair, state, wanting);
    const isPushed = outcomes.some(({ outcome }) => outcome.kind === 'accepted');
    if (isPushed) remember(pair, newest);
    const later = outcomes.filter(({ outcome }) => outcome.kind === 'later');
    const done = outcomes.filter(({ outcome }) => outcome.kind !== 'later');
    const others = undecided.filter((device) => !wanting.includes(device));
    const decided = [...done.map(decide(newest.number)), ...others.map(decide(upTo))];
    await record(state, decided, toRecordedOutcomes(outcomes));
    const retryAt = Math.min(...later.map((each) => each.retryAt));
    return { isPushed, ...(later.length > 0 && { retryAt }) };
  }

  async function post(
    pair: PushPair,
    state: PushState,
    devices: KnownDevice[],
    extra: Pick<PushContent, 'isDeleted'> = {},
  ): Promise<DeviceOutcome[]> {
    if (devices.length === 0) return [];
    const unseen = await limit(() => store.readUnseen(pair.receiverId));
    const content = { ...describeUnseen(state, unseen, pair, addressOf), ...extra };
    return poster.postToAll(devices, pair, content);
  }

  /** Shows what is left of the conversation in place of a message that was deleted. */
  async function replaceDeleted(pair: PushPair): Promise<void> {
    const known = notified.get(keyOf(pair));
    const state = await readState(pair, known?.number ?? 0);
    notified.delete(keyOf(pair));
    if (!known || !state || known.number <= state.seenTo || state.isQuiet) return;
    const awake = state.devices.filter((device) => !isQuietHour(device, clock()));
    const outcomes = await post(pair, state, awake, { isDeleted: true });
    if (state.newest) remember(pair, state.newest);
    await record(state, [], toRecordedOutcomes(outcomes));
  }

  function remember(pair: PushPair, { _id, number }: Newest): void {
    const key = keyOf(pair);
    notified.delete(key);
    notified.set(key, { messageId: _id, number });
    const [oldest] = notified.keys();
    if (oldest !== undefined && notified.size > MAX_REMEMBERED) notified.delete(oldest);
  }

  async function record(
    { conversation }: PushState,
    decided: PushRecord['decided'],
    outcomes: PushRecord['outcomes'] = [],
  ): Promise<void> {
    if (decided.length === 0 && outcomes.length === 0) return;
    await store.recordPushes({ conversation, decided, outcomes });
  }

  return {
    push,
    replaceDeleted,
    /** Whether the last notification of the conversation shows this message. */
    hasNotified: (pair: PushPair, messageId: MessageId): boolean =>
      notified.get(keyOf(pair))?.messageId === messageId,
  };
}

type Newest = NonNullable<PushState['newest']>;

const findUndecided = ({ devices }: PushState, upTo: number): Undecided[] =>
  devices.filter(({ decidedTo }) => decidedTo < upTo);

const decide =
  (upTo: number) =>
  ({ tokenHash }: { tokenHash: string }) => ({ tokenHash, upTo });
