/**
 * The main thread's side of the reader thread. If the thread dies, its current jobs reject with `storageUnavailable`,
 * and the next read starts a new thread.
 */
import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import type { Reader } from '../domain/ports/reader.ts';
import { toError } from '../domain/thread-outcomes.ts';
import type { Job, JobName, Reply, Request, ThreadOptions } from './jobs.ts';

/** One job runs while the next one is already in the thread's queue. */
const AT_ONCE = 2;

const INTERRUPTED = 'The server was interrupted while it read this. Please try again.';
const CLOSED = 'The server is shutting down. Please try again shortly.';

interface Pending {
  job: Job;
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export function startReader(options: ThreadOptions): Reader {
  let worker: Worker | undefined;
  let lastId = 0;
  const underWay = new Map<number, Pending>();
  /** All searches take turns as one account: they are long, and so many accounts may search that nobody else reads. */
  const waiting = createFairQueue<() => Pending | undefined>();
  const searches = createFairQueue<Pending>();
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
      const next = waiting.take()?.();
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

  function ask<Name extends JobName>(
    name: Name,
    [asked, signal]: Parameters<Reader[Name]>,
  ): Promise<Awaited<ReturnType<Reader[Name]>>> {
    return new Promise((resolve, reject) => {
      const pending = { job: { name, asked }, signal, resolve, reject };
      if (name === 'findText') {
        searches.add(asked.readerId, pending);
        waiting.add('searches', searches.take);
      } else waiting.add(asked.readerId, () => pending);
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
    readPage: (...args) => ask('readPage', args),
    readChanges: (...args) => ask('readChanges', args),
    readBehind: (...args) => ask('readBehind', args),
    listUsers: (...args) => ask('listUsers', args),
    readUserListVersion: (...args) => ask('readUserListVersion', args),
    findText: (...args) => ask('findText', args),
    readPictures: (...args) => ask('readPictures', args),
    findFirst: (...args) => ask('findFirst', args),
    close() {
      closed ??= endWorker();
      return closed;
    },
  };
}

function send(worker: Worker, request: Request) {
  worker.postMessage(request);
}

/** A fair queue for several accounts: one item of each, then the next of each. */
export function createFairQueue<Item>() {
  /** The account whose turn is next is first. */
  const queues = new Map<string, Item[]>();
  return {
    add(account: string, item: Item): void {
      const queue = queues.get(account);
      if (queue) queue.push(item);
      else queues.set(account, [item]);
    },
    take(): Item | undefined {
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
