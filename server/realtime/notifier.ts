/**
 * Turns changes into events for the people concerned. Events are sent at the end of the current turn of the event loop,
 * in the order of the commits: by then the answers to the calls that caused them are on their way.
 */
import type { User, UserId } from '../../src/protocol/entities.ts';
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { MarkedRange, StoredMessage, StoredSides } from '../domain/ports/messages.ts';
import type { Notifier } from '../domain/ports/notifier.ts';
import type { Presenter } from '../presenter.ts';
import { LATE_MS, spreadOver } from './catch-up.ts';
import type { PublishNews } from './cluster.ts';
import { rooms, type SocketServer } from './socket-server.ts';

type Emission = () => void;

/** The share of time for news that go to every connection, and the shortest and longest rest after each, in ms. */
const COST_SHARE = 1 / 20;
const REST_MS = { least: 20, most: 1_000 };

export function createNotifier(
  io: SocketServer,
  options: {
    presenter: Presenter;
    publishNews: PublishNews;
    /** A clock that is never set back. */
    now: () => number;
    /** There are no other nodes. */
    isAlone: boolean;
  },
): Notifier {
  const { presenter, publishNews, isAlone } = options;
  const { adapter } = io.of('/');
  let waiting: Emission[] = [];

  function enqueue(emission: Emission): void {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(emission);
  }

  function flush(): void {
    const emissions = waiting;
    waiting = [];
    for (const emit of emissions) emit();
  }

  function emitTo<Name extends keyof ServerToClientEvents>(
    room: string,
    event: Name,
    ...payload: Parameters<ServerToClientEvents[Name]>
  ): void {
    io.to(room).emit(event, ...payload);
  }

  function emitMessage(
    room: string,
    event: 'newMessage' | 'messageSent',
    message: StoredMessage,
    side: StoredSides['sender'],
  ): void {
    // Socket.IO would encode it before it finds nobody in the room.
    if (isAlone && !adapter.rooms.has(room)) return;
    emitTo(room, event, presenter.presentArrival(message, side));
  }

  function emitReceipts(userId: UserId, senderId: UserId, { receipt, upTo }: MarkedRange): void {
    if (receipt) emitTo(rooms.user(senderId), receipt.as, { userId, from: receipt.from, upTo });
  }

  const emitProfile = createPacedNews<User>({
    keyOf: ({ _id }) => _id,
    emit: (user) => publishNews({ kind: 'profileChanged', user }),
    now: options.now,
    after: (ms, act) => void setTimeout(act, ms).unref(),
  });

  return {
    messageStored(message, sides, forReceiver = message) {
      const { senderId, receiverId } = message;
      enqueue(() => {
        const { sender, receiver } = sides;
        if (receiver) emitMessage(rooms.user(receiverId), 'newMessage', forReceiver, receiver);
        emitMessage(rooms.ownDevices(senderId), 'messageSent', message, sender);
      });
    },

    messageChanged(changes) {
      enqueue(() => {
        for (const change of changes) {
          emitTo(rooms.user(change.personId), 'messageChanged', presenter.presentChange(change));
        }
      });
    },

    outcomeUnknown(userIds) {
      const ask = () => io.to(userIds.map(rooms.user)).emit('catchUp', { withinMs: spreadOver(1) });
      enqueue(ask);
      setTimeout(ask, LATE_MS).unref();
    },

    messagesSeen(readerId, senderId, range) {
      const { from, upTo } = range;
      enqueue(() => {
        emitReceipts(readerId, senderId, range);
        emitTo(rooms.ownDevices(readerId), 'seenElsewhere', { userId: senderId, from, upTo });
      });
    },

    messagesDelivered(readerId, senderId, range) {
      enqueue(() => emitReceipts(readerId, senderId, range));
    },

    profileChanged(user) {
      const profile = {
        ...presenter.presentProfile(user),
        ...(user.deleted && { deleted: true }),
        ...(user.locked && { locked: true }),
      };
      // A lock or deletion is rare, and nobody else's news may delay it.
      enqueue(() =>
        emitProfile(profile, { isUrgent: user.deleted === true || user.locked === true }),
      );
    },

    signedIn(userId, client) {
      enqueue(() => emitTo(rooms.ownDevices(userId), 'newDevice', { client }));
    },

    sessionEnded(tokenHash) {
      enqueue(() => publishNews({ kind: 'sessionEnded', tokenHash }));
    },

    emailChanged({ _id, email }) {
      enqueue(() => emitTo(rooms.ownDevices(_id), 'emailChanged', { email }));
    },

    privacyChanged(user) {
      const { _id: userId, hides = [] } = user;
      enqueue(() => {
        emitProfile(presenter.presentProfile(user));
        publishNews({ kind: 'privacyChanged', userId, hidesPresence: hides.includes('presence') });
        emitTo(rooms.ownDevices(userId), 'privacyChanged', { hides });
      });
    },

    mutesChanged(userId, mutes) {
      enqueue(() =>
        emitTo(rooms.ownDevices(userId), 'mutesChanged', { mutes: presenter.presentMutes(mutes) }),
      );
    },

    blockChanged(news) {
      const { blockerId, blockedId: userId, isBlocked: blocked } = news;
      enqueue(() => {
        publishNews({ kind: 'blockChanged', ...news });
        emitTo(rooms.ownDevices(blockerId), 'blockChanged', { userId, blocked });
      });
    },
  };
}

/**
 * Calls `emit` for one key after the other, with its latest news. The rest after each grows with what it cost: whoever
 * causes such news, and with however many accounts, they take a small share of the time.
 */
export function createPacedNews<News>({
  keyOf,
  emit,
  now,
  after,
}: {
  keyOf: (news: News) => string;
  emit: (news: News) => void;
  now: () => number;
  after: (ms: number, act: () => void) => void;
}): (news: News, options?: { isUrgent: boolean }) => void {
  const waiting = new Map<string, News>();
  let isResting = false;

  function emitNext(): void {
    const [next] = waiting;
    isResting = next !== undefined;
    if (!next) return;
    const [key, news] = next;
    waiting.delete(key);
    const began = now();
    emit(news);
    const rest = Math.max(REST_MS.least, (now() - began) / COST_SHARE);
    after(Math.min(rest, REST_MS.most), emitNext);
  }

  return (news, { isUrgent } = { isUrgent: false }) => {
    const key = keyOf(news);
    if (isUrgent) {
      waiting.delete(key);
      emit(news);
      return;
    }
    waiting.set(key, news);
    if (!isResting) emitNext();
  };
}
