/**
 * The program behind `hosted-server.ts`: runs servers in one process, each with a folder and a port of its own, as its
 * parent asks for them. A request is `{ call, port, action }`, `action` either `stop` or `start` with `dataDir` and
 * `environment`; each is answered by `{ call }`, with `error` where it failed. Ends with its parent.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readConfig } from '../../server/config.ts';
import { startServer, type TestServer } from './server.ts';

const Request = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('start'),
    call: z.number(),
    port: z.number(),
    dataDir: z.string(),
    environment: z.record(z.string(), z.string()),
  }),
  z.object({ action: z.literal('stop'), call: z.number(), port: z.number() }),
]);

/** As `server/main.ts` has it. */
const TIMING = { graceMs: 2_000, presenceIntervalMs: 250 };

const appFolder = join(import.meta.dirname, '../../dist');
const servers = new Map<number, TestServer>();

process.on('disconnect', () => process.exit(0));
process.on('message', async (message) => {
  const request = Request.parse(message);
  try {
    if (request.action === 'start') await start(request);
    else await stop(request.port);
    process.send?.({ call: request.call });
  } catch (error) {
    process.send?.({ call: request.call, error: String(error) });
  }
});

async function start({
  port,
  dataDir,
  environment,
}: z.infer<typeof Request> & { action: 'start' }) {
  const config = readConfig({ RATE_LIMITS: 'off', ...environment });
  servers.set(port, await startServer({ port, dataDir, config, timing: TIMING, appFolder }));
}

async function stop(port: number) {
  await servers.get(port)?.stop();
  servers.delete(port);
}
