/**
 * Limits what one connection may cost. A client that does not read is cut before its backlog fills the memory; it
 * reconnects and catches up. A client that sends without pause is also cut.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';
import { createMemoryLimiter } from '../limits/limiter.ts';
import type { LossReason, LostConnections } from '../log/lost-connections.ts';
import { type ByteBudget, FREE_BYTES } from '../memory/byte-budget.ts';
import { closeWhenStalled, type Watch } from '../memory/watch.ts';

type Connection = Socket['conn'];

/** Packets of one polling client, whose request may contain thousands. `socket-server.ts` counts frames of WebSockets. */
const packets = createMemoryLimiter({ units: 1_000, perMs: 10_000 });

/** Overhead of a packet besides its content. */
const PACKET_BYTES = 200;

/** Number of connections so far; used as their key. */
let opened = 0;

export interface FlowLimits {
  backlogBytes: number;
  memory: ByteBudget;
  watch: Watch;
  lost: LostConnections;
}

export function controlFlow(
  connection: Connection,
  {
    address,
    punish,
    backlogBytes,
    memory,
    watch,
    lost,
  }: FlowLimits & { address: string; punish: () => void },
): void {
  opened += 1;
  const key = `${opened}`;
  const reservation = memory.open({ kind: 'backlogs', address });
  let created = 0;
  /** Bytes in Engine.IO's buffer. It passes all of it on when the transport has sent the previous data. */
  let queued = 0;
  let polled = 0;
  let reserved = 0;
  let isChecking = false;

  connection.on('packetCreate', (packet: Packet) => {
    const bytes = PACKET_BYTES + measurePacket(packet);
    created += bytes;
    queued += bytes;
    if (countWaiting() <= FREE_BYTES || isChecking) return;
    isChecking = true;
    // In the next turn of the event loop: an event is being written now, and a client that reads has taken it by then.
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
      giveBack();
    });
  });
  connection.on('drain', () => {
    queued = 0;
  });
  connection.transport.on('drain', giveBack);
  connection.on('upgrade', (transport: Connection['transport']) => transport.on('drain', giveBack));

  // The HTTP server cuts stalled TCP connections, but a polling client may simply stop polling.
  const unwatch = closeWhenStalled(watch, {
    countWritten: () => created,
    countWaiting: () => queued,
    close: () => disconnect('does not read'),
  });
  connection.once('close', () => {
    unwatch();
    reservation.release();
  });

  connection.on('packet', () => {
    if (hasWebSocket(connection.transport)) return;
    // Immediately: the rest of the packets is then ignored.
    if (packets.spend(key, 1) > 0) disconnect('sends too much');
  });

  function countWaiting(): number {
    const { transport } = connection;
    return queued + polled + (hasWebSocket(transport) ? transport.socket.bufferedAmount : 0);
  }

  /** The client has taken some of the data: less memory is reserved. */
  function giveBack(): void {
    if (reserved > 0) check();
  }

  function check(): void {
    const waiting = countWaiting();
    reserved = waiting > FREE_BYTES ? waiting : 0;
    if (waiting > backlogBytes || !reservation.tryResize(reserved)) disconnect('does not read');
  }

  /** Polling requests end by themselves; a proxy may already use their connections for others. */
  function disconnect(reason: LossReason): void {
    const { transport } = connection;
    if (connection.readyState === 'open') {
      if (reason === 'sends too much') punish();
      else lost.report(reason, { address });
    }
    connection.close(true);
    // A client that does not read would not receive the close frame either.
    if (hasWebSocket(transport)) transport.socket.terminate();
  }
}

/** Whether the transport is a WebSocket, whose socket Engine.IO does not declare. */
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

/** The open poll response of a polling client. Not declared by Engine.IO either. */
function readPollResponse(transport: object): EventEmitter | undefined {
  return 'res' in transport && transport.res instanceof EventEmitter ? transport.res : undefined;
}

/** A packet in Engine.IO. Broadcasts bring its frame: header and content. */
interface Packet {
  data?: string | Buffer;
  options?: { wsPreEncodedFrame?: Buffer[] };
}

/** The size in bytes. Also joins the parts of the frame, which makes their write cheaper. */
function measurePacket({ data = '', options }: Packet): number {
  return joinFrame(options)?.length ?? Buffer.byteLength(data);
}

/** Node writes one buffer in half the time of two. All receivers of a broadcast share the options. */
function joinFrame(options: Packet['options'] = {}): Buffer | undefined {
  const { wsPreEncodedFrame: parts } = options;
  if (!parts) return undefined;
  const [frame] = parts.length === 1 ? parts : [Buffer.concat(parts)];
  options.wsPreEncodedFrame = frame ? [frame] : [];
  return frame;
}
