/**
 * Runs after this node or another was cut off from the rest. Nobody knows which events were lost, so the connections of
 * this node are compared with the store, and their clients are asked to catch up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Sessions } from '../domain/sessions.ts';
import type { Apart } from './apart.ts';
import { rooms, type SocketServer } from './socket-server.ts';
import { spreadOver } from './spread-over.ts';

const LOOK_UPS_AT_ONCE = 10;

/** Used if the store did not answer. */
const RETRY_MS = 5_000;

/** Returns the function to call after a cut-off. */
export function createRecheck(
  io: SocketServer,
  {
    sessions,
    renewApart,
    log,
  }: { sessions: Sessions; renewApart: Apart['renew']; log: FastifyBaseLogger },
) {
  let isChecking = false;
  let isCheckWanted = false;

  /** Nodes come back together and each reports it: one check at a time, and one more after it, is enough for all. */
  async function recheck(): Promise<void> {
    isCheckWanted = true;
    if (isChecking) return;
    isChecking = true;
    while (isCheckWanted) {
      isCheckWanted = false;
      try {
        await checkAll();
      } catch (error) {
        log.error({ err: error }, 'connections not checked again');
        isCheckWanted = true;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    isChecking = false;
  }

  async function checkAll(): Promise<void> {
    const data = [...io.of('/').sockets.values()].map((socket) => socket.data);
    const tokenHashes = new Set(data.flatMap(({ tokenHash }) => tokenHash ?? []));
    const userIds = new Set(data.map(({ userId }) => userId));
    const limit = pLimit(LOOK_UPS_AT_ONCE);
    await Promise.all([
      ...[...tokenHashes].map((tokenHash) => limit(endIfOver, tokenHash)),
      ...[...userIds].map((userId) => limit(renewApart, userId)),
    ]);
  }

  async function endIfOver(tokenHash: string): Promise<void> {
    sessions.forget(tokenHash);
    if (await sessions.isLive(tokenHash)) return;
    io.local.in(rooms.session(tokenHash)).disconnectSockets(true);
  }

  return (): void => {
    io.local.emit('catchUp', { withinMs: spreadOver(io.engine.clientsCount) });
    void recheck();
  };
}
