/**
 * Finds messages that are stored, edited, reacted to or deleted, and perhaps unannounced: by a node that died between its
 * answer and its event, or by a node that is cut off, this one or another. During such a doubt, this node looks at what
 * is newly written and asks the clients concerned to catch up. Most was announced, so these clients ask for nothing.
 * Including the time until a death is noticed, everybody has it within 15 seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { UnannouncedStore, WrittenNote } from '../domain/ports/store.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { Apart } from './apart.ts';
import type { Cluster } from './cluster.ts';
import { rooms, type SocketServer } from './socket-server.ts';

const LOOK_MS = 3_000;

/**
 * A change may become visible up to one statement timeout after it got its number, and a hanging node is noticed only
 * later.
 */
const LATE_MS = 20_000;

/** Older marks are never needed: a death is noticed within half of this time. */
const KEPT_MS = 60_000;

const SPREAD_MS = 2_000;

/** If there are more, all clients are asked. */
const MOST = 20_000;

interface Doubt {
  /** Everything up to this number was announced or handled. */
  after: number;
  /** Handled numbers above it. */
  seen: Set<number>;
  endsAt: number;
}

export function createUnannouncedLooks(
  io: SocketServer,
  options: {
    store: UnannouncedStore;
    cluster: Cluster;
    /** A clock that is never set back. */
    now: () => number;
    log: FastifyBaseLogger;
  },
) {
  const { store, cluster, now, log } = options;
  /** The newest number at each time. */
  const marks: Array<{ at: number; newest: number }> = [];
  let doubt: Doubt | undefined;
  let isLooking = false;
  let isLookWanted = false;

  /** Doubts everything stored since `agoMs` ago, and for some time from now. */
  function suspect(agoMs: number): void {
    const endsAt = now() + LATE_MS;
    if (doubt) doubt.endsAt = endsAt;
    else doubt = { after: readMark(now() - agoMs - LATE_MS), seen: new Set(), endsAt };
  }

  /** A number that was reached by then. */
  function readMark(moment: number): number {
    return (marks.findLast(({ at }) => at <= moment) ?? marks[0])?.newest ?? 0;
  }

  async function look(): Promise<void> {
    isLookWanted = true;
    if (isLooking) return;
    isLooking = true;
    while (isLookWanted) {
      isLookWanted = false;
      try {
        await lookOnce();
      } catch (error) {
        log.warn(
          { err: error, remedy: 'see the reason: the store must answer' },
          'what may not have been announced was not looked for',
        );
      }
    }
    isLooking = false;
  }

  async function lookOnce(): Promise<void> {
    const { isAnyCutOff, newest } = await store.noteCutOff(cluster.isCutOff());
    if (marks.length === 0) marks.push({ at: now(), newest });
    if (isAnyCutOff) suspect(2 * LOOK_MS);
    if (doubt) {
      const written = await store.listWritten(doubt.after, MOST);
      tell(doubt, written);
      if (now() > doubt.endsAt) doubt = undefined;
    }
    marks.push({ at: now(), newest });
    while ((marks[0]?.at ?? 0) < now() - KEPT_MS) marks.shift();
  }

  function tell(current: Doubt, written: WrittenNote[]): void {
    const { seen } = current;
    const fresh = written.filter(({ number }) => !seen.has(number));
    for (const { number } of fresh) seen.add(number);
    const isAll = written.length === MOST;
    if (fresh.length > 0) {
      const concerned = new Set(fresh.flatMap(listRooms));
      const audience = isAll ? io.local : io.local.to([...concerned]);
      const clients = isAll ? io.engine.clientsCount : concerned.size;
      audience.emit('catchUp', { withinMs: Math.min(spreadOver(clients), SPREAD_MS) });
    }
    const looked = isAll ? (written.at(-1)?.number ?? 0) : readMark(now() - LATE_MS);
    if (looked <= current.after) return;
    current.after = looked;
    for (const number of seen) if (number <= looked) seen.delete(number);
  }

  function listRooms({ senderId, receiverId, isHidden }: WrittenNote): string[] {
    const own = rooms.ownDevices(senderId);
    return isHidden ? [own] : [own, rooms.user(receiverId)];
  }

  cluster.onCutOff(() => {
    suspect(2 * LOOK_MS);
    void look();
  });
  cluster.onDeath((heardAgoMs) => {
    suspect(heardAgoMs);
    void look();
  });
  const looking = setInterval(look, LOOK_MS);
  void look();

  return { close: () => clearInterval(looking) };
}

/**
 * Runs after this node or another was cut off from the rest. Nobody knows which events were lost, so the connections of
 * this node are compared with the store, and their clients are asked to catch up.
 */

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

const FOR_A_THOUSAND_MS = 1_000;
const MAX_MS = 10_000;

/** The time over which many clients spread a requested action. Otherwise all would come at the same moment. */
export function spreadOver(clients: number): number {
  return Math.min(FOR_A_THOUSAND_MS * Math.ceil((clients + 1) / 1_000), MAX_MS);
}
