import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';

/** Changes within this time count as one, in ms: an editor writes a file in several steps. */
const SETTLE_MS = 150;

/**
 * Runs the server of `root` on `port`, and restarts it when its code changes. Node's own `--watch` is no alternative: it
 * uses the message channel of the server's writer thread.
 */
export function runServer(root: string, port: number): { stop: () => Promise<void> } {
  let child = start();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Further changes while the server stops need no further restart. */
  let restarting: Promise<void> | undefined;
  const watchers = ['server', 'src/protocol'].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        restarting ??= restart();
      }, SETTLE_MS);
    }),
  );

  function start(): ChildProcess {
    const started = spawn(process.execPath, ['server/launch.mjs'], {
      cwd: root,
      // The server prints its own address to standard output, which nobody should use here.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { LOG_LEVEL: 'warn', ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    });
    started.once('exit', (code) => {
      if (code) console.error('The server has exited. It restarts when its code changes.');
    });
    return started;
  }

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }

  async function restart(): Promise<void> {
    await end();
    restarting = undefined;
    if (!isStopped) child = start();
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await restarting;
      await end();
    },
  };
}
