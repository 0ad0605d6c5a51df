/**
 * `npm run dev`: the server, started anew when its code changes, and the client with hot reload,
 * under one address. `PORT` is that address's port (3000); the other settings reach the server.
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

// The server is a process of its own: it goes on when this one ends without stopping it, also while the client starts.
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
        // The server lets in pages of its own address: the one in the browser has to reach it.
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
