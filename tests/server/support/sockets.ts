/** Sockets that remember what they heard, so that a test waits for events and not for time. */
import { clearTimeout, setTimeout } from 'node:timers';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { ServerToClientEvents } from '../../../src/protocol/events.ts';
import { TimeoutError, WAIT_LIMIT_MS } from '../../support/limits.ts';
import type { Member } from './calls.ts';

type EventName = keyof ServerToClientEvents;
type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0];

export interface Listener {
  socket: Socket;
  /** Everything heard of one event so far, in order. */
  heard<Name extends EventName>(event: Name): Payload<Name>[];
  /** Resolves with the first event that fits, heard already or later. */
  hear<Name extends EventName>(
    event: Name,
    fits?: (payload: Payload<Name>) => boolean,
  ): Promise<Payload<Name>>;
  /** Resolves with the reason when it is disconnected. */
  ended: Promise<string>;
  close(): void;
}

type Options = Partial<ManagerOptions & SocketOptions> & { wants?: string[] };

/**
 * Connects with nothing but the contract's query, the token that proves it, and the extensions that it `wants`, until the
 * test ends.
 */
export function listen(url: string, member: Member, { wants, ...options }: Options = {}): Listener {
  const socket = io(url, {
    query: { userId: member.id },
    auth: { token: member.token, ...(wants && { wants }) },
    forceNew: true,
    reconnection: false,
    ...options,
  });
  onTestFinished(() => void socket.close());
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  const heardSoFar: Array<{ event: string; payload: unknown }> = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: unknown) => {
    heardSoFar.push({ event, payload });
    for (const look of waiting) look();
  });

  function heard<Name extends EventName>(event: Name): Payload<Name>[] {
    const isOfEvent = (one: {
      event: string;
      payload: unknown;
    }): one is { event: Name; payload: Payload<Name> } => one.event === event;
    return heardSoFar.filter(isOfEvent).map(({ payload }) => payload);
  }

  return {
    socket,
    heard,
    ended,
    hear(event, fits = () => true) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = heard(event).find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new TimeoutError(`Heard no ${event} that fits.`));
        }, WAIT_LIMIT_MS);
        timer.unref();
        waiting.add(look);
        socket.once('connect_error', reject);
        look();
      });
    },
    close: () => socket.close(),
  };
}

/** Connects and waits until the server knows the socket. */
export async function join(...asked: Parameters<typeof listen>): Promise<Listener> {
  const listener = listen(...asked);
  await listener.hear('getOnlineUsers');
  return listener;
}

/** Resolves with the words of a refusal. */
export function refusal(listener: Listener): Promise<string> {
  return new Promise((resolve, reject) => {
    listener.socket.once('connect', () => reject(new Error('The socket was let in.')));
    listener.socket.once('connect_error', (error) => resolve(error.message));
  });
}
