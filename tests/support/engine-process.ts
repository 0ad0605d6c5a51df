/** An engine as a process of this test: started on a port of the loopback, stopped by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { TimeoutError, WAIT_LIMIT_MS } from './limits.ts';

interface EngineCommand {
  program: string;
  args: readonly string[];
  /** How to end it when the test's own process goes. */
  lastSignal: NodeJS.Signals;
  /** Somebody else to run as, where this process may choose. */
  user?: { uid: number; gid: number };
  /** Rejects while the engine does not answer. */
  ping(): Promise<void>;
}

const running = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal);
});

export function createEngineProcess(command: EngineCommand) {
  const { program, args, lastSignal, user, ping } = command;
  let child: ChildProcess | undefined;
  let output = '';

  /** Resolves when the engine answers; at once when it runs. */
  async function start(): Promise<void> {
    if (child) return;
    const started = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...user });
    child = started;
    running.set(started, lastSignal);
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    started.once('error', (error) => {
      output += error.message;
    });
    started.once('close', () => {
      running.delete(started);
      if (child === started) child = undefined;
    });
    const deadline = Date.now() + WAIT_LIMIT_MS;
    for (;;) {
      if (child !== started) throw new Error(`${program} ended while starting:\n${output}`);
      try {
        return await ping();
      } catch (error) {
        if (Date.now() > deadline) {
          throw new TimeoutError(`${program} does not answer:\n${output}`, { cause: error });
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Sends a signal, and resolves when the process is gone. */
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (!ending) return;
    const closed = new Promise<void>((resolve) => ending.once('close', () => resolve()));
    ending.kill(signal);
    const overdue = setTimeout(() => ending.kill('SIGKILL'), WAIT_LIMIT_MS);
    await closed;
    clearTimeout(overdue);
  }

  return { start, end, signal: (signal: NodeJS.Signals) => child?.kill(signal) };
}
