/**
 * Which connections take part in presence: those of people who do not hide it. Other connections do not count as
 * online, and get a list with nobody but their own person.
 */
import { encodeEvent, writePackets } from './packets.ts';
import type { Presence } from './presence.ts';
import { type ClientSocket, rooms } from './socket-server.ts';

export type Showing = ReturnType<typeof createShowing>;

export function createShowing({
  presence,
  greet,
}: {
  presence: Pick<Presence, 'connect' | 'disconnect'>;
  /** Sends a connection the list of who is online. */
  greet: (socketId: string) => void;
}) {
  function show(socket: ClientSocket): void {
    const { userId, wantsPresence } = socket.data;
    socket.join(wantsPresence ? rooms.presenceChanges : rooms.wholeLists);
    presence.connect(userId);
    greet(socket.id);
  }

  function hide(socket: ClientSocket): void {
    // The person is in it; otherwise the client would conclude that the server has lost its connection.
    writePackets(socket.conn, [encodeEvent('getOnlineUsers', [[socket.data.userId]])]);
  }

  return {
    begin(socket: ClientSocket): void {
      if (socket.data.hidesPresence) hide(socket);
      else show(socket);
    },

    change(socket: ClientSocket, hidesPresence: boolean): void {
      if (socket.data.hidesPresence === hidesPresence) return;
      socket.data.hidesPresence = hidesPresence;
      if (!hidesPresence) {
        show(socket);
        return;
      }
      socket.leave(rooms.presenceChanges);
      socket.leave(rooms.wholeLists);
      presence.disconnect(socket.data.userId);
      hide(socket);
    },

    end({ data }: ClientSocket): void {
      if (!data.hidesPresence) presence.disconnect(data.userId);
    },
  };
}
