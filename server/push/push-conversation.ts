/**
 * Pushes what is unseen in one conversation: decides for each device of the receiver, posts, and stores how far each
 * device has come. A push is stored after the push service has answered: it is repeated rather than lost.
 */
import pLimit from 'p-limit';
import type { MessageId } from '../../src/protocol/entities.ts';
import type {
  KnownDevice,
  PushPair,
  PushRecord,
  PushState,
  PushStore,
} from '../domain/ports/push.ts';
import type { Clock } from '../domain/ports/store.ts';
import { type Poster, TTL_S, toNotes } from './post-to-devices.ts';
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
    if (!before) return NOTHING;
    const undecided = findUndecided(before, upTo);
    const isWanted = isPushWanted(before) && undecided.some(({ hasNew }) => hasNew);
    if (!isWanted || (await isShown(pair.receiverId, pair.senderId))) {
      await storeDecided(before, undecided, upTo);
      return NOTHING;
    }
    // The windows took time to answer: it may have been seen or muted meanwhile.
    const state = await readState(pair, upTo);
    if (!state) return NOTHING;
    if (!isPushWanted(state)) {
      await storeDecided(state, state.devices, upTo);
      return NOTHING;
    }
    return pushNewest(pair, state, upTo);
  }

  async function pushNewest(
    pair: PushPair,
    state: PushState & { newest: Newest },
    upTo: number,
  ): Promise<PushResult> {
    const { newest } = state;
    const now = clock();
    const isTooOld = now - newest.createdAt > TTL_S * 1000;
    const undecided = findUndecided(state, upTo);
    const isFor = (device: Undecided) => device.hasNew && !isTooOld && !isQuietHour(device, now);
    const outcomes = await poster.postToAll(
      undecided.filter(isFor),
      pair,
      describeUnseen(state, pair, addressOf),
    );
    const isPushed = outcomes.some(({ outcome }) => outcome.kind === 'accepted');
    if (isPushed) remember(pair, newest);
    const decided = outcomes.filter(({ outcome }) => outcome.kind !== 'later');
    await storeDecided(state, decided, newest.number, toNotes(outcomes));
    await storeDecided(
      state,
      undecided.filter((device) => !isFor(device)),
      upTo,
    );
    const retries = outcomes.filter(({ outcome }) => outcome.kind === 'later');
    const retryAt = Math.min(...retries.map((each) => each.retryAt));
    return { isPushed, ...(retries.length > 0 && { retryAt }) };
  }

  /** Shows what is left of the conversation in place of a message that was deleted. */
  async function replaceDeleted(pair: PushPair): Promise<void> {
    const known = notified.get(keyOf(pair));
    const state = await readState(pair, known?.number ?? 0);
    notified.delete(keyOf(pair));
    if (!known || !state || known.number <= state.seenTo || state.isQuiet) return;
    const content = { ...describeUnseen(state, pair, addressOf), isDeleted: true };
    const isAwake = (device: KnownDevice) => !isQuietHour(device, clock());
    const outcomes = await poster.postToAll(state.devices.filter(isAwake), pair, content);
    if (state.newest) remember(pair, state.newest);
    await storeDecided(state, [], 0, toNotes(outcomes));
  }

  function remember(pair: PushPair, { _id, number }: Newest): void {
    const key = keyOf(pair);
    notified.delete(key);
    notified.set(key, { messageId: _id, number });
    const [oldest] = notified.keys();
    if (oldest !== undefined && notified.size > MAX_REMEMBERED) notified.delete(oldest);
  }

  async function storeDecided(
    { conversation }: PushState,
    devices: readonly { tokenHash: string }[],
    upTo: number,
    outcomes: PushRecord['outcomes'] = [],
  ): Promise<void> {
    if (devices.length === 0 && outcomes.length === 0) return;
    const tokenHashes = devices.map(({ tokenHash }) => tokenHash);
    await store.recordPushes({ conversation, decided: { tokenHashes, upTo }, outcomes });
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

const isPushWanted = (state: PushState): state is PushState & { newest: Newest } =>
  state.newest !== undefined && !state.isQuiet;
