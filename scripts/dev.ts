/**
 * `npm run dev`: runs the server, restarted when its code changes, and the client with hot reload, at one address. `PORT`
 * is the port of that address (3000). The other settings are for the server.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core';
import { runServer } from './dev-server.ts';

const root = join(import.meta.dirname, '..');
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);

const apiPort = await findFreePort();
const server = runServer(root, apiPort);
let client: Awaited<ReturnType<typeof startClient>> | undefined;
let isEnding = false;

// The server is another process: it would continue after this one exits, also while the client starts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));

try {
  client = await startClient(`http://127.0.0.1:${apiPort}`);
  console.log(
    `\nDuet is at ${client.urls[0] ?? `http://${host}:${client.port}`} and follows your changes.\n`,
  );
} catch (error) {
  console.error(error);
  await end(1);
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([client?.server.close(), server.stop()]);
  process.exit(code);
}

async function startClient(api: string) {
  const { content } = await loadConfig({ cwd: root });
  const rsbuild = await createRsbuild({
    cwd: root,
    config: mergeRsbuildConfig(content, {
      logLevel: 'warn',
      server: {
        host,
        port,
        // The server accepts only pages of its own address, so it needs the browser's `Host`.
        proxy: {
          '/api': { target: api, changeOrigin: false },
          '/socket.io': { target: api, ws: true, changeOrigin: false },
        },
      },
    }),
  });
  return rsbuild.startDevServer();
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
