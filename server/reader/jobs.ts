/** Messages between the main thread and the reader thread. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Reader } from '../domain/ports/reader.ts';
import type { Outcome } from '../domain/thread-outcomes.ts';

/** Where the thread reads from. */
export type ReadSource =
  | { engine: 'sqlite'; file: string }
  | { engine: 'postgres'; url: string; connections: number };

export interface ThreadOptions {
  source: ReadSource;
  publicUrl: string | null;
}

/** How each job is done. */
export type JobHandlers = Omit<Reader, 'close'>;

export interface Job {
  name: keyof JobHandlers;
  /** As the method of this name takes it. */
  asked: { readerId: UserId };
}

export type Request = { kind: 'job'; id: number; job: Job } | { kind: 'close' };

export interface Reply {
  id: number;
  outcome: Outcome;
}
