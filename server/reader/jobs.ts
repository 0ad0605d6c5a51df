/** Messages between the main thread and the reader thread. */
import type { Reader } from '../domain/ports/reader.ts';
import type { Outcome } from '../domain/thread-outcomes.ts';

export type ReadSource =
  | { engine: 'sqlite'; file: string }
  | { engine: 'postgres'; url: string; connections: number };

export interface ThreadOptions {
  source: ReadSource;
  publicUrl: string | null;
}

export type JobName = Exclude<keyof Reader, 'close'>;

export interface Job<Name extends JobName = JobName> {
  name: Name;
  /** As the method of this name takes it. */
  asked: Parameters<Reader[Name]>[0];
}

export type JobHandlers<Name extends JobName = JobName> = {
  [Each in Name]: (asked: Parameters<Reader[Each]>[0]) => ReturnType<Reader[Each]>;
};

export type Request = { kind: 'job'; id: number; job: Job } | { kind: 'close' };

export interface Reply {
  id: number;
  outcome: Outcome;
}
