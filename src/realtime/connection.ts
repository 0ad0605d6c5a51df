/**
 * The live connection of the signed-in person: the only file that knows socket.io-client.
 * Opened once, closed at sign-out.
 */
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { backendOrigin } from '../api/address.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../protocol/events.ts';
import { getMe } from '../queries/auth.ts';
import { getToken } from '../stores/session.ts';
import { setTypingChannel } from './typing.ts';

export type DuetSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

let open: { close: () => void } | null = null;

/** Opens the connection for the session in the cache. Answers the way to close it. */
export function openConnection(queryClient: QueryClient): () => void {
  const me = getMe(queryClient);
  if (!me) throw new Error('A connection needs a signed-in person.');
  open?.close();
  const socket: DuetSocket = io(backendOrigin(), {
    transports: ['websocket', 'polling'],
    query: { userId: me._id },
    auth: { token: getToken() ?? '', wants: ['presence'] },
  });
  const connection = {
    close() {
      setTypingChannel(null);
      socket.close();
      if (open === connection) open = null;
    },
  };
  open = connection;
  return connection.close;
}
