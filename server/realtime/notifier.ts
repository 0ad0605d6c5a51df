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
import type { TellNodes } from './cluster.ts';
import { rooms, type SocketServer } from './socket-server.ts';

type Emission = () => void;

/** Each changed profile goes to every connection; a person who saves again and again would keep the server busy. */
const PROFILE_MS = 1_000;

export function createNotifier(
  io: SocketServer,
  {
    presenter,
    tellNodes,
    isAlone,
  }: {
    presenter: Presenter;
    tellNodes: TellNodes /** There are no other nodes. */;
    isAlone: boolean;
  },
): Notifier {
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

  function tellSender(userId: UserId, senderId: UserId, { told, upTo }: MarkedRange): void {
    if (told) emitTo(rooms.user(senderId), told.as, { userId, from: told.from, upTo });
  }

  const tellProfile = createThrottle<User>({
    intervalMs: PROFILE_MS,
    keyOf: ({ _id }) => _id,
    tell: (user) => enqueue(() => tellNodes({ kind: 'profileChanged', user })),
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
        tellSender(readerId, senderId, range);
        emitTo(rooms.ownDevices(readerId), 'seenElsewhere', { userId: senderId, from, upTo });
      });
    },

    messagesDelivered(readerId, senderId, range) {
      enqueue(() => tellSender(readerId, senderId, range));
    },

    profileChanged(user) {
      tellProfile({
        ...presenter.presentProfile(user),
        ...(user.deleted && { deleted: true }),
        ...(user.locked && { locked: true }),
      });
    },

    signedIn(userId, client) {
      enqueue(() => emitTo(rooms.ownDevices(userId), 'newDevice', { client }));
    },

    sessionEnded(tokenHash) {
      enqueue(() => tellNodes({ kind: 'sessionEnded', tokenHash }));
    },

    emailChanged({ _id, email }) {
      enqueue(() => emitTo(rooms.ownDevices(_id), 'emailChanged', { email }));
    },

    privacyChanged(user) {
      const { _id: userId, hides = [] } = user;
      tellProfile(presenter.presentProfile(user));
      enqueue(() => {
        tellNodes({ kind: 'privacyChanged', userId, hidesPresence: hides.includes('presence') });
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
        tellNodes({ kind: 'blockChanged', ...news });
        emitTo(rooms.ownDevices(blockerId), 'blockChanged', { userId, blocked });
      });
    },
  };
}

/** Calls `tell` at most once per key and interval: at first at once, then at the end of the interval with the latest. */
function createThrottle<News>(options: {
  intervalMs: number;
  keyOf: (news: News) => string;
  tell: (news: News) => void;
}): (news: News) => void {
  const { intervalMs, keyOf, tell } = options;
  /** Keys told recently, with the news since then. */
  const told = new Map<string, News | undefined>();

  function tellNow(key: string, news: News): void {
    tell(news);
    told.set(key, undefined);
    setTimeout(endInterval, intervalMs, key).unref();
  }

  function endInterval(key: string): void {
    const latest = told.get(key);
    told.delete(key);
    if (latest !== undefined) tellNow(key, latest);
  }

  return (news) => {
    const key = keyOf(news);
    if (told.has(key)) told.set(key, news);
    else tellNow(key, news);
  };
}
