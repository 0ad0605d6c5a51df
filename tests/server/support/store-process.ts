/**
 * A store in a process of its own that appends messages without end, from several senders at once:
 * what a test kills, or takes the disk from. `store-load.ts` is what runs there.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';

export type LoadReport =
  | { kind: 'acknowledged'; message: StoredMessage }
  | ({ kind: 'rejected' } & Rejection);

interface Rejection {
  text: string;
  code: string;
  isOutcomeUnknown: boolean;
}

export interface StoreProcess {
  pid: number;
  acknowledged: StoredMessage[];
  rejected: Rejection[];
  /** Resolves when the condition holds after a report. */
  waitFor(condition: () => boolean): Promise<void>;
  kill(): Promise<void>;
}

export function startStoreProcess(file: string): StoreProcess {
  const child: ChildProcess = fork(new URL('./store-load.ts', import.meta.url), [file]);
  const exited = once(child, 'exit');
  const acknowledged: StoredMessage[] = [];
  const rejected: Rejection[] = [];
  child.on('message', (report: LoadReport) => {
    if (report.kind === 'acknowledged') acknowledged.push(report.message);
    else rejected.push(report);
  });
  const ended = exited.then(() => {
    throw new Error('The process with the store ended by itself.');
  });
  ended.catch(() => {});

  return {
    pid: child.pid ?? 0,
    acknowledged,
    rejected,
    async waitFor(condition) {
      while (!condition()) await Promise.race([once(child, 'message'), ended]);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
