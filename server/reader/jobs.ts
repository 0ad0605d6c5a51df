/** Messages between the main thread and the reader thread. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type {
  BehindAsked,
  ChangesAsked,
  FirstAsked,
  FirstFound,
  PageAsked,
  PicturesAsked,
  SearchAsked,
  SearchStep,
  WrittenBehind,
  WrittenChanges,
  WrittenList,
  WrittenPage,
  WrittenPictures,
} from '../domain/ports/reader.ts';

/** Where the thread reads from. */
export type ReadSource =
  | { engine: 'sqlite'; file: string }
  | { engine: 'postgres'; url: string; connections: number };

export interface ThreadOptions {
  source: ReadSource;
  publicUrl: string | null;
}

interface Jobs {
  readPage: { asked: PageAsked; result: WrittenPage };
  readChanges: { asked: ChangesAsked; result: WrittenChanges };
  readBehind: { asked: BehindAsked; result: WrittenBehind };
  listUsers: { asked: { readerId: UserId }; result: WrittenList };
  readUserListVersion: { asked: { readerId: UserId }; result: string };
  findText: { asked: SearchAsked; result: SearchStep };
  readPictures: { asked: PicturesAsked; result: WrittenPictures };
  findFirst: { asked: FirstAsked; result: FirstFound };
}

export type JobName = keyof Jobs;

export type Job<Name extends JobName = JobName> = {
  [Each in Name]: { name: Each; asked: Jobs[Each]['asked'] };
}[Name];

export type ResultOf<Asked extends Job> = Jobs[Asked['name']]['result'];

/** How each job is done. */
export type JobHandlers<Name extends JobName = JobName> = {
  [Each in Name]: (asked: Jobs[Each]['asked']) => Promise<Jobs[Each]['result']>;
};

export type Request = { kind: 'job'; id: number; job: Job } | { kind: 'close' };

export type Outcome =
  | { kind: 'done'; result: ResultOf<Job> }
  /** A DomainError; `detail` is its cause, for the log. */
  | { kind: 'refused'; code: ErrorCode; message: string; detail?: string }
  | { kind: 'failed'; detail: string };

export interface Reply {
  id: number;
  outcome: Outcome;
}
