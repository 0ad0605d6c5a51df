import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';

/** Changes within this time, in ms, are one: an editor writes a file in several steps. */
const SETTLE_MS = 150;

/**
 * Runs the server of `root` on `port`, and starts it anew when its code changes. (Node's own `--watch`
 * reports through the channel that the server's writer thread answers on, so it will not do.)
 */
export function runServer(root: string, port: number): { stop: () => Promise<void> } {
  let child = start();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** While the server ends for a change, others may come: the start that follows is for all of them. */
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
      // On its standard output the server tells its own address, which nobody is to use here.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { LOG_LEVEL: 'warn', ...process.env, PORT: String(port), HOST: '127.0.0.1' },
    });
    started.once('exit', (code) => {
      if (code) console.error('The server has ended. It starts anew when its code changes.');
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
