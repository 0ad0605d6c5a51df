/**
 * Detects a damaged database: when a call fails on it, or by a full read some time after the start. From then on the
 * store is unhealthy, until a backup is restored and the server restarted.
 */
import { Worker } from 'node:worker_threads';
import { DomainError } from '../../domain/errors.ts';
import type { ConnectionOptions } from './connection.ts';
import { DAMAGED } from './faults.ts';

interface DamageWatch {
  /** Gets each error of a call, and throws it again. */
  note(error: unknown): never;
  /** Throws a DomainError `storageUnavailable` after damage was found. */
  requireWhole(): void;
  close(): Promise<void>;
}

export function watchForDamage(options: ConnectionOptions & { afterMs: number }): DamageWatch {
  let damage: DomainError | undefined;
  let worker: Worker | undefined;

  const timer = setTimeout(() => {
    worker = new Worker(new URL('./integrity-thread.ts', import.meta.url), {
      name: 'store-integrity',
      workerData: options,
    });
    worker.unref();
    worker.on('message', (cause: string) => {
      damage ??= new DomainError('storageUnavailable', DAMAGED, { cause });
    });
    // A check that cannot start has found nothing.
    worker.on('error', () => {});
  }, options.afterMs);
  timer.unref();

  return {
    note(error) {
      if (error instanceof DomainError && error.message === DAMAGED) damage ??= error;
      throw error;
    },
    requireWhole() {
      if (damage) throw damage;
    },
    async close() {
      clearTimeout(timer);
      await worker?.terminate();
    },
  };
}
