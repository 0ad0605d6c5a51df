/** Connects several nodes through Redis. */
import type { FastifyBaseLogger } from 'fastify';
import type { Cluster } from '../realtime/cluster.ts';
import { createFanOut } from './fan-out.ts';
import type { RedisLink } from './link.ts';
import { createSharedPresence } from './shared-presence.ts';

export function createCluster(link: RedisLink, log: FastifyBaseLogger): Cluster {
  link.onAway((error) => {
    const remedy = 'see that Redis runs, and check the address and the password in REDIS_URL';
    log.error({ err: error, remedy }, 'Redis is away: other nodes are not heard');
  });
  link.onBack(() => log.info('Redis is there'));
  const deathListeners: Array<(heardAgoMs: number) => void> = [];
  return {
    createAdapter: (isShared) => createFanOut(link, isShared),
    createPresence: (parts) =>
      createSharedPresence(parts, {
        link,
        log,
        handleDeath(heardAgoMs) {
          for (const tell of deathListeners) tell(heardAgoMs);
        },
      }),
    settle: link.subscriptions.settle,
    onRejoin(listener) {
      // `onBack` also calls when Redis is up at the start, but a new node has missed nothing.
      let isStart = link.isUp();
      link.onBack(() => {
        if (!isStart) listener();
        isStart = false;
      });
    },
    isCutOff: () => !link.isUp(),
    onCutOff: link.onAway,
    onDeath: (listener) => deathListeners.push(listener),
  };
}
