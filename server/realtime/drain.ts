/** Before this node ends, its clients move to other nodes: each opens its next connection before it closes this one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SocketServer } from './socket-server.ts';
import { spreadOver } from './spread-over.ts';

const LOOK_MS = 100;

export async function drainSockets(io: SocketServer, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  // The other half is for clients that have to retry.
  const spreadMs = Math.min(spreadOver(io.engine.clientsCount), withinMs / 2);
  io.local.emit('move', { withinMs: spreadMs });
  while (io.engine.clientsCount > 0 && performance.now() < end) await sleep(LOOK_MS);
}
