/**
 * What one connection may cost, whoever is behind it. A client that does not read is cut before what waits
 * for it fills the memory: it comes back and catches up. One that talks without pause is cut, too.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';
import { createMemoryLimiter } from '../limits/limiter.ts';
import type { LossReason, LostConnections } from '../log/lost-connections.ts';
import { type ByteBudget, FREE_BYTES } from '../memory/byte-budget.ts';
import { cutWhenStalled } from '../memory/stalled.ts';
import type { Watch } from '../memory/watch.ts';

type Connection = Socket['conn'];

/** Far above what catching up with every conversation takes. */
const packets = createMemoryLimiter({ units: 1_000, perMs: 10_000 });

/** What a packet costs beside its content. */
const PACKET_BYTES = 200;

/** Connections so far, which are told apart by it. */
let opened = 0;

export interface FlowLimits {
  /** Most that waits for one client. */
  backlogBytes: number;
  /** Of the process. */
  memory: ByteBudget;
  watch: Watch;
  lost: LostConnections;
}

export function controlFlow(
  connection: Connection,
  address: string,
  { backlogBytes, memory, watch, lost }: FlowLimits,
): void {
  opened += 1;
  const key = `${opened}`;
  const reservation = memory.open({ kind: 'backlogs', address });
  let created = 0;
  /** In Engine.IO: it hands over all of it when the transport has sent what it was given before. */
  let queued = 0;
  /** In answers to polls. */
  let polled = 0;
  let isChecking = false;

  connection.on('packetCreate', (packet: Packet) => {
    const bytes = PACKET_BYTES + measurePacket(packet);
    created += bytes;
    queued += bytes;
    if (countWaiting() <= FREE_BYTES || isChecking) return;
    isChecking = true;
    // In the next turn: a client that reads has taken it by then, and this one is being told something now.
    setImmediate(() => {
      isChecking = false;
      check();
    });
  });
  connection.on('flush', () => {
    const response = readPollResponse(connection.transport);
    if (!response) return;
    const bytes = queued;
    polled += bytes;
    response.once('close', () => {
      polled -= bytes;
      check();
    });
  });
  connection.on('drain', () => {
    queued = 0;
  });
  connection.transport.on('drain', check);
  connection.on('upgrade', (transport: Connection['transport']) => transport.on('drain', check));

  // The HTTP server cuts what is below; a client that polls may also just not ask.
  const unwatch = cutWhenStalled(watch, {
    countWritten: () => created,
    countWaiting: () => queued,
    cut: () => cut('does not read'),
  });
  connection.once('close', () => {
    unwatch();
    reservation.release();
  });

  connection.on('packet', () => {
    // At once: one request or read may hold thousands of packets, and those that follow are not looked at.
    if (packets.spend(key, 1) > 0) cut('sends too much');
  });

  function countWaiting(): number {
    const { transport } = connection;
    return queued + polled + (hasWebSocket(transport) ? transport.socket.bufferedAmount : 0);
  }

  function check(): void {
    const waiting = countWaiting();
    const reserved = waiting > FREE_BYTES ? waiting : 0;
    if (waiting > backlogBytes || !reservation.tryResize(reserved)) cut('does not read');
  }

  /** Below polling are requests, which end by themselves, on connections that a proxy may use for others by now. */
  function cut(reason: LossReason): void {
    const { transport } = connection;
    if (connection.readyState === 'open') lost.tell(reason, { address });
    connection.close(true);
    // A client that does not read would not see the close frame either.
    if (hasWebSocket(transport)) transport.socket.terminate();
  }
}

/** Engine.IO does not declare it. */
function hasWebSocket(
  transport: object,
): transport is { socket: { bufferedAmount: number; terminate(): void } } {
  return (
    'socket' in transport &&
    typeof transport.socket === 'object' &&
    transport.socket !== null &&
    'terminate' in transport.socket
  );
}

/** The answer that a client which polls waits for. Engine.IO does not declare it either. */
function readPollResponse(transport: object): EventEmitter | undefined {
  return 'res' in transport && transport.res instanceof EventEmitter ? transport.res : undefined;
}

/** A packet on its way through Engine.IO; `packets.ts` and broadcasts bring its frames. */
interface Packet {
  data?: string | Buffer;
  options?: { wsPreEncodedFrame?: Buffer[] };
}

/** In bytes. */
function measurePacket({ data = '', options }: Packet): number {
  const frames = options?.wsPreEncodedFrame;
  if (!frames) return Buffer.byteLength(data);
  return frames.reduce((sum, { length }) => sum + length, 0);
}
