/**
 * Processes of the benchmark. Each one is stopped by its id, also when the run is interrupted or fails;
 * one whose parent was killed outright sees its channel close and ends by itself.
 */
import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { inheritEnvironment } from '../support/inherited-environment.ts';

const STOP_WITHIN_MS = 10_000;
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}

export interface RunningProcess {
  pid: number;
  /** Sends a message and resolves with the next one that comes back; one question at a time. */
  ask<Answer>(question: Serializable): Promise<Answer>;
  hasEnded(): boolean;
  /** What it printed, the last few kilobytes: for the message of an error. */
  readOutput(): string;
  /** Asks it to end, makes it end, and waits until it has. */
  stop(): Promise<void>;
}

export function startProcess(
  script: string,
  options: { nodeArguments?: string[]; environment?: Record<string, string> } = {},
): RunningProcess {
  const child = fork(script, {
    execArgv: options.nodeArguments ?? [],
    env: { ...inheritEnvironment(), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_000);
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  return {
    pid: child.pid ?? 0,
    ask: <Answer>(question: Serializable) =>
      new Promise<Answer>((resolve, reject) => {
        const handleEnd = () => reject(new Error(`${script} ended:\n${output}`));
        child.once('exit', handleEnd);
        child.once('message', (answer: Answer) => {
          child.off('exit', handleEnd);
          resolve(answer);
        });
        child.send(question, (error) => error && reject(error));
      }),
    hasEnded,
    readOutput: () => output,
    stop: async () => {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(overdue);
    },
  };
}
