/**
 * The server as `server/main.ts` starts it, but with a push service of the tests in place of the network. A program of its
 * own, which can be killed. `PUSH_SPEED` lets the times of pushes pass so many times faster. The lease is only halved:
 * a busy machine must not lose it between two renewals.
 */
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createWatch } from '../../server/memory/watch.ts';
import { startReader } from '../../server/reader/reader.ts';
import { openRedisLink } from '../../server/redis/link.ts';
import { createCredentials } from '../../server/security/credentials.ts';
import { openStorage } from '../../server/storage.ts';
import { LOOPBACK } from './push-service.ts';

const speed = Number(process.env.PUSH_SPEED ?? 1);
const config = readConfig(process.env);
const report = async (error: unknown, what: string) => console.error(what, error);
const { store, source, pictures } = await openStorage(config, Date.now, report, (what) =>
  console.error(what),
);
const redis = config.REDIS_URL === null ? undefined : await openRedisLink(config.REDIS_URL);
const app = await buildApp({
  store: {
    ...store,
    takePushLease: (holder, ms) => store.takePushLease(holder, speed > 1 ? ms / 2 : ms),
  },
  reader: startReader({ source, publicUrl: config.PUBLIC_URL }),
  pictures,
  credentials: createCredentials(),
  clock: Date.now,
  config,
  timing: { graceMs: 2_000, presenceIntervalMs: 250, idleMs: 120_000 },
  watch: createWatch(),
  appFolder: join(import.meta.dirname, '../../dist'),
  logStream: process.stderr,
  pushNetwork: LOOPBACK,
  pushTiming: {
    now: () => performance.now() * speed,
    after(ms, act) {
      const timer = setTimeout(act, ms / speed).unref();
      return () => clearTimeout(timer);
    },
  },
  ...(redis && { redis }),
});
await app.listen({ host: config.HOST, port: config.PORT });
process.on('SIGTERM', async () => {
  await app.close();
  redis?.close();
  await store.close();
  process.exit(0);
});
