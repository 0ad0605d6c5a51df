/**
 * What one connection may cost, whoever is behind it. A client that does not read is cut before what waits
 * for it fills the memory: it comes back and catches up. One that talks without pause is cut, too.
 */
import type { Socket } from 'socket.io';
import { createMemoryLimiter } from '../limits/limiter.ts';

type Connection = Socket['conn'];

/** Far above what catching up with every conversation takes. */
const packets = createMemoryLimiter({ units: 1_000, perMs: 10_000 });

/** What a packet costs beside its content. */
const PACKET_BYTES = 200;

/** Connections so far, which are told apart by it. */
let opened = 0;

export function controlFlow(connection: Connection, backlogBytes: number): void {
  opened += 1;
  const key = `${opened}`;
  let waiting = 0;
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    waiting += PACKET_BYTES + (data?.length ?? 0);
    // In the next turn, since it is being told something now.
    if (waiting > backlogBytes) setImmediate(cut);
  });
  // All that waited is handed over; the transport takes no more until it is sent.
  connection.on('drain', () => {
    waiting = 0;
  });

  connection.on('packet', () => {
    // At once: one request or read may hold thousands of packets, and those that follow are not looked at.
    if (packets.spend(key, 1) > 0) cut();
  });

  /** Below polling are requests, which end by themselves, on connections that a proxy may use for others by now. */
  function cut(): void {
    const { transport } = connection;
    connection.close(true);
    // A client that does not read would not see the close frame either.
    if (hasWebSocket(transport)) transport.socket.terminate();
  }
}

/** Engine.IO does not declare it. */
function hasWebSocket(transport: object): transport is { socket: { terminate(): void } } {
  return (
    'socket' in transport &&
    typeof transport.socket === 'object' &&
    transport.socket !== null &&
    'terminate' in transport.socket
  );
}
