/**
 * The main thread's side of the reader thread. If the thread dies, its current jobs reject with `storageUnavailable`,
 * and the next read starts a new thread.
 */
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import type { Reader } from '../domain/ports/reader.ts';
import type { Job, Outcome, Reply, Request, ResultOf, ThreadOptions } from './jobs.ts';

/** One job runs while the next one is already in the thread's queue. */
const AT_ONCE = 2;

const INTERRUPTED = 'The server was interrupted while it read this. Please try again.';
const CLOSED = 'The server is shutting down. Please try again shortly.';

interface Pending {
  job: Job;
  signal: AbortSignal | undefined;
  // A method, since each job has its own type of result: `jobs.ts` pairs them.
  resolve(result: ResultOf<Job>): void;
  reject(error: Error): void;
}

export function startReader(options: ThreadOptions): Reader {
  let worker: Worker | undefined;
  let lastId = 0;
  const underWay = new Map<number, Pending>();
  const waiting = createTurns<Pending>();
  let closed: Promise<void> | undefined;

  function startWorker(): Worker {
    const started = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      name: 'reader',
      workerData: options,
    });
    let cause: unknown;
    started.on('message', settle);
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => handleExit(cause));
    return started;
  }

  function settle({ id, outcome }: Reply) {
    const pending = underWay.get(id);
    underWay.delete(id);
    if (outcome.kind === 'done') pending?.resolve(outcome.result);
    else pending?.reject(toError(outcome));
    runNext();
  }

  function handleExit(cause: unknown) {
    worker = undefined;
    const lost = [...underWay.values()];
    underWay.clear();
    for (const { reject } of lost) {
      reject(new DomainError('storageUnavailable', INTERRUPTED, { cause }));
    }
    runNext();
  }

  function runNext() {
    while (underWay.size < AT_ONCE) {
      const next = waiting.take();
      if (!next) return;
      if (next.signal?.aborted) continue;
      if (closed) {
        next.reject(new DomainError('storageUnavailable', CLOSED));
        continue;
      }
      worker ??= startWorker();
      lastId += 1;
      underWay.set(lastId, next);
      send(worker, { kind: 'job', id: lastId, job: next.job });
    }
  }

  function ask<Asked extends Job>(job: Asked, signal?: AbortSignal) {
    return new Promise<ResultOf<Asked>>((resolve, reject) => {
      waiting.add(job.asked.readerId, { job, signal, resolve, reject });
      runNext();
    });
  }

  function endWorker(): Promise<void> {
    return new Promise((resolve) => {
      if (!worker) return resolve();
      // The thread ends after it has answered all jobs.
      worker.once('exit', () => resolve());
      send(worker, { kind: 'close' });
    });
  }

  return {
    readPage: (asked, signal) => ask({ name: 'readPage', asked }, signal),
    readChanges: (asked, signal) => ask({ name: 'readChanges', asked }, signal),
    readBehind: (asked, signal) => ask({ name: 'readBehind', asked }, signal),
    listUsers: (asked, signal) => ask({ name: 'listUsers', asked }, signal),
    readUserListVersion: (asked, signal) => ask({ name: 'readUserListVersion', asked }, signal),
    findText: (asked, signal) => ask({ name: 'findText', asked }, signal),
    readPictures: (asked, signal) => ask({ name: 'readPictures', asked }, signal),
    findFirst: (asked, signal) => ask({ name: 'findFirst', asked }, signal),
    close() {
      closed ??= endWorker();
      return closed;
    },
  };
}

function send(worker: Worker, request: Request) {
  worker.postMessage(request);
}

function toError(outcome: Exclude<Outcome, { kind: 'done' }>): Error {
  if (outcome.kind === 'failed') {
    return new Error('The reader could not carry out a job.', { cause: outcome.detail });
  }
  const { code, message, detail } = outcome;
  return new DomainError(code, message, detail === undefined ? {} : { cause: detail });
}

/** A fair queue for several accounts: one item of each, then the next of each. */
interface Turns<Item> {
  add(account: string, item: Item): void;
  /** Removes and returns the next item. */
  take(): Item | undefined;
}

export function createTurns<Item>(): Turns<Item> {
  /** The account whose turn is next is first. */
  const queues = new Map<string, Item[]>();
  return {
    add(account, item) {
      const queue = queues.get(account);
      if (queue) queue.push(item);
      else queues.set(account, [item]);
    },
    take() {
      const [next] = queues;
      if (!next) return undefined;
      const [account, queue] = next;
      queues.delete(account);
      const item = queue.shift();
      if (queue.length > 0) queues.set(account, queue);
      return item;
    },
  };
}
