/**
 * The main thread's side of the writer thread. At most one batch is in progress; operations that arrive meanwhile form
 * the next batch. Promises settle in the order of commits.
 *
 * If the thread dies, its current batch rejects with `storageUnavailable`: its outcome is unknown, and a repeat with
 * the same idempotency key finds out. The next batch starts a new thread.
 */
import { Worker } from 'node:worker_threads';
import { DomainError } from '../../domain/errors.ts';
import { type Outcome, toError } from '../../domain/thread-outcomes.ts';
import { reportCommit } from '../commits.ts';
import type { ConnectionOptions } from './connection.ts';
import type { Asked, OperationName, Request, Result } from './operations.ts';

export interface Writer {
  run<Name extends OperationName>(operation: Asked<Name>): Promise<Result<Name>>;
  /** Waits for pending operations, then closes the connection. */
  close(): Promise<void>;
}

/** Enough to share a wait for the disk; few enough to announce one batch while the next is written. */
const MAX_BATCH = 128;

const INTERRUPTED = 'The server was interrupted while it saved this. Please try again.';
export const CLOSED = 'The server is shutting down. Please try again shortly.';

interface Pending {
  operation: Asked;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export function startWriter(options: ConnectionOptions): Writer {
  let worker: Worker | undefined;
  let underWay: Pending[] = [];
  const waiting: Pending[] = [];
  let soon: NodeJS.Immediate | undefined;
  let closing: Promise<void> | undefined;
  let handleClosed: (() => void) | undefined;

  function startWorker(): Worker {
    const started = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      name: 'store-writer',
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

  function settle(outcomes: Outcome[]) {
    const settled = underWay;
    underWay = [];
    for (const [index, pending] of settled.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'done') pending.resolve(outcome.result);
      else pending.reject(toError(outcome));
    }
    runNext();
  }

  function handleExit(cause: unknown) {
    worker = undefined;
    const lost = underWay;
    underWay = [];
    for (const { reject } of lost) {
      reject(new DomainError('storageUnavailable', INTERRUPTED, { cause, isOutcomeUnknown: true }));
    }
    runNext();
  }

  function schedule() {
    // The end of the current batch starts the next one.
    if (underWay.length > 0) return;
    // Operations of one turn of the event loop form one batch.
    soon ??= setImmediate(runNext);
  }

  function runNext() {
    clearImmediate(soon);
    soon = undefined;
    if (underWay.length > 0) return;
    if (waiting.length > 0) {
      underWay = waiting.splice(0, MAX_BATCH);
      worker ??= startWorker();
      reportCommit({ size: underWay.length });
      const operations = underWay.map(({ operation }) => operation);
      send(worker, { kind: 'batch', operations });
    } else if (closing && worker) {
      // The thread ends when its connection is closed; its exit resolves `closing`.
      send(worker, { kind: 'close' });
    } else {
      handleClosed?.();
    }
  }

  return {
    run(operation) {
      if (closing) return Promise.reject(new DomainError('storageUnavailable', CLOSED));
      return new Promise((resolve, reject) => {
        waiting.push({ operation, resolve, reject });
        schedule();
      });
    },

    close() {
      closing ??= new Promise((resolve) => {
        handleClosed = resolve;
        queueMicrotask(runNext);
      });
      return closing;
    },
  };
}

function send(worker: Worker, request: Request) {
  worker.postMessage(request);
}
