/**
 * Whether this server works: it can store messages (else `failed`) and pictures, and other nodes receive its events
 * (else `degraded`). Checked on request, at most once a second, since a check writes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PictureStore } from '../domain/ports/pictures.ts';
import type { Store } from '../domain/ports/store.ts';

type Part = 'store' | 'pictures' | 'redis' | 'presence';

interface HealthReport {
  status: 'ok' | 'degraded' | 'failed';
  missing: Part[];
}

const CHECK_EVERY_MS = 1_000;

/** The time in ms for one check, and for storing one message. */
const PATIENCE_MS = 5_000;

/** How long `/readyz` waits at most: its caller will soon ask again. */
const QUICK_MS = 500;

const REMEDIES = {
  store:
    'see the reason: free the disk, give the service its folder back, start the database, or restore a backup',
  pictures:
    'free the disk or raise MAX_PICTURE_BYTES_TOTAL, and see that the service may write pictures/',
};

export function createHealth(parts: {
  store: Store;
  pictures: PictureStore;
  log: () => FastifyBaseLogger;
  /** A clock that is never set back. */
  now: () => number;
  listMissing: () => Part[];
}) {
  const { store, pictures, log, now, listMissing } = parts;
  /** When the watched send began: only one at a time, so that the others cost nothing. */
  let sendingSince: number | undefined;
  let checking: Promise<HealthReport> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let failingSince: number | undefined;

  const isLate = (at: number | undefined) => at !== undefined && now() - at >= PATIENCE_MS;
  const isSendLate = () => isLate(sendingSince);

  async function requireStore(): Promise<void> {
    if (isSendLate()) throw new Error('A message has waited for five seconds.');
    await store.checkHealth();
  }

  async function find(part: keyof typeof REMEDIES, look: () => Promise<void>): Promise<boolean> {
    const late = sleep(PATIENCE_MS, 'late', { ref: false });
    try {
      if ((await Promise.race([look(), late])) === 'late') {
        throw new Error('It has not answered for five seconds.');
      }
      return true;
    } catch (error) {
      const facts = { err: error, part, remedy: REMEDIES[part] };
      log()[part === 'store' ? 'error' : 'warn'](facts, `health check failed: ${part}`);
      return false;
    }
  }

  async function look(): Promise<HealthReport> {
    const startedAt = now();
    if (!(await find('store', requireStore))) {
      failingSince ??= startedAt;
      return { status: 'failed', missing: ['store'] };
    }
    failingSince = undefined;
    const missing = listMissing();
    if (!(await find('pictures', () => pictures.checkRoom()))) missing.push('pictures');
    return { status: missing.length === 0 ? 'ok' : 'degraded', missing };
  }

  function check(): Promise<HealthReport> {
    if (checking === undefined || now() - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = Number.POSITIVE_INFINITY;
      checking = look().finally(() => {
        checkedAt = now();
      });
    }
    return checking;
  }

  return {
    /** The same store with sends measured: a check of its own does not notice a locked table. */
    store: {
      ...store,
      appendMessage(message) {
        const kept = store.appendMessage(message);
        if (sendingSince === undefined) {
          sendingSince = now();
          const end = () => {
            sendingSince = undefined;
          };
          kept.then(end, end);
        }
        return kept;
      },
    } satisfies Store,
    /** Resolves within five seconds for each part. Never rejects. */
    check,
    /** False if no message could be stored for five seconds. */
    async isReady(): Promise<boolean> {
      await Promise.race([check(), sleep(QUICK_MS, undefined, { ref: false })]);
      return !isLate(failingSince) && !isSendLate();
    },
  };
}

/**
 * Probes for load balancers and service managers. `/livez`: the process answers. `/readyz`: it accepts traffic, until
 * it is asked to end or has failed to store messages for five seconds. `/healthz`: whether messages can be stored (else
 * `failed`, 503) and all parts work (else `degraded`, with a list of what is missing).
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { check, isReady }: Pick<ReturnType<typeof createHealth>, 'check' | 'isReady'>,
  isEnding: () => boolean,
): void {
  const options = {
    exposeHeadRoute: true,
    logLevel: 'warn',
  } as const;

  app.get('/livez', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (_request, reply) => {
    if (isEnding()) return reply.code(503).send({ status: 'ending' });
    if (await isReady()) return { status: 'ok' };
    return reply.code(503).send({ status: 'failed', missing: ['store'] });
  });

  app.get('/healthz', options, async (_request, reply) => {
    const { status, missing } = await check();
    if (status === 'failed') reply.code(503);
    return missing.length === 0 ? { status } : { status, missing };
  });
}
