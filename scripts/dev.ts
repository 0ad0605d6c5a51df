/**
 * `npm run dev`: the server, started anew when its code changes, and the client with hot reload,
 * under one address. `PORT` is that address's port (3000); the other settings reach the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core';

const root = join(import.meta.dirname, '..');
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);

const apiPort = await findFreePort();
const server = startServer(apiPort);
const client = await startClient(`http://127.0.0.1:${apiPort}`);

console.log(
  `\nDuet is at ${client.urls[0] ?? `http://${host}:${client.port}`} and follows your changes.\n`,
);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
// The watcher outlives crashes of the server; when it ends itself, nothing is left to develop with.
server.once('exit', (code) => end(code ?? 1));

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const hasEnded = server.exitCode !== null || once(server, 'exit');
  server.kill('SIGTERM');
  await Promise.all([client.server.close(), hasEnded]);
  process.exit(code);
}

function startServer(port: number): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/launch.mjs'], {
    cwd: root,
    // On its standard output the server tells its own address, which nobody is to use here.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { LOG_LEVEL: 'warn', ...process.env, PORT: String(port), HOST: '127.0.0.1' },
  });
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
        proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
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
