/**
 * Asks clients to compare what they know with the store, when events may have been lost: after another node died or was
 * cut off, after an event could not be published, and while this node is cut off. A client that misses nothing learns
 * this in one call.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Sessions } from '../domain/sessions.ts';
import type { Cluster } from './cluster.ts';
import type { PresenceVisibility } from './presence-visibility.ts';
import { rooms, type SocketServer } from './socket-server.ts';

/** A change may become visible up to one statement time-out after its commit was asked for. */
export const LATE_MS = 20_000;

/** How often clients are asked while this node is cut off, in ms. */
const ASK_EVERY_MS = 10_000;

export function createDoubts(io: SocketServer, cluster: Cluster | undefined) {
  const ask = (): void => {
    io.local.emit('catchUp', { withinMs: spreadOver(io.engine.clientsCount) });
  };
  let again: ReturnType<typeof setTimeout> | undefined;
  const asking = cluster && setInterval(() => cluster.isCutOff() && ask(), ASK_EVERY_MS).unref();

  /** The clients of this node may have missed something: asks them now, and when everything is visible. */
  function suspect(): void {
    ask();
    clearTimeout(again);
    again = setTimeout(ask, LATE_MS).unref();
  }

  cluster?.onCutOff(ask);
  cluster?.onDeath(suspect);

  return {
    suspect,
    close(): void {
      clearInterval(asking);
      clearTimeout(again);
    },
  };
}

// After this node or another was cut off from the rest, nobody knows which events were lost, so the connections of this
// node are compared with the store.

const LOOK_UPS_AT_ONCE = 10;

/** Pause after the store did not answer, in ms. */
const RETRY_MS = 5_000;

/** Returns the function to call after a cut-off. */
export function createRecheck(
  io: SocketServer,
  {
    sessions,
    renew,
    log,
  }: { sessions: Sessions; renew: PresenceVisibility['renew']; log: FastifyBaseLogger },
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
      ...[...userIds].map((userId) => limit(renew, userId)),
    ]);
  }

  async function endIfOver(tokenHash: string): Promise<void> {
    sessions.forget(tokenHash);
    if (await sessions.isLive(tokenHash)) return;
    io.local.in(rooms.session(tokenHash)).disconnectSockets(true);
  }

  return (): void => void recheck();
}

const FOR_A_THOUSAND_MS = 1_000;
const MAX_MS = 10_000;

/** The time over which many clients spread a requested action. Otherwise all would come at the same moment. */
export function spreadOver(clients: number): number {
  return Math.min(FOR_A_THOUSAND_MS * Math.ceil((clients + 1) / 1_000), MAX_MS);
}

/**
 * Returns a function that is called for each client that connects, and returns the time over which this one spreads its
 * first calls: as long as a queue of all new clients would last. A client that comes alone does not wait.
 */
export function createPacer(now: () => number): () => number {
  let endsAt = 0;
  return () => {
    const last = Math.max(endsAt, now()) + FOR_A_THOUSAND_MS / 1_000;
    endsAt = Math.min(last, now() + MAX_MS);
    return Math.round(endsAt - now());
  };
}
