/**
 * What happened -> events to the people it concerns. Events wait for the end of the current turn of the
 * event loop, in the order of the commits: the answers to the calls that caused them are then on their way.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { Notifier } from '../domain/ports.ts';
import type { Presenter } from '../presenter.ts';
import { rooms, type SocketServer } from './socket-server.ts';

type Emission = () => void;

export function createNotifier(io: SocketServer, presenter: Presenter): Notifier {
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
    userId: string,
    event: Name,
    ...payload: Parameters<ServerToClientEvents[Name]>
  ): void {
    io.to(rooms.user(userId)).emit(event, ...payload);
  }

  return {
    messageStored(stored) {
      const message = presenter.presentMessage(stored);
      enqueue(() => {
        emitTo(stored.receiverId, 'newMessage', message);
        emitTo(stored.senderId, 'messageSent', message);
      });
    },

    messagesSeen(readerId, senderId, range) {
      enqueue(() => {
        emitTo(senderId, 'seen', { userId: readerId, ...range });
        emitTo(readerId, 'seenElsewhere', { userId: senderId, ...range });
      });
    },

    messagesDelivered(readerId, senderId, range) {
      enqueue(() => emitTo(senderId, 'delivered', { userId: readerId, ...range }));
    },

    profileChanged(user) {
      const profile = presenter.presentUser(user);
      enqueue(() => io.emit('profileChanged', profile));
    },

    sessionEnded(tokenHash) {
      enqueue(() => io.in(rooms.session(tokenHash)).disconnectSockets(true));
    },
  };
}
