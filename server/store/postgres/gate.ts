/** Accepts work until it is closed; accepted work is finished. */
import { DomainError } from '../../domain/errors.ts';

interface Gate {
  /** Rejects with `storageUnavailable` once the gate is closed. */
  enter<Result>(act: () => Promise<Result>): Promise<Result>;
  /** Resolves when all accepted work has settled. */
  close(): Promise<void>;
}

export function createGate(): Gate {
  const inside = new Set<Promise<unknown>>();
  let isClosed = false;

  return {
    enter(act) {
      if (isClosed) {
        const message = 'The server is shutting down. Please try again shortly.';
        return Promise.reject(new DomainError('storageUnavailable', message));
      }
      const result = act();
      inside.add(result);
      const leave = () => inside.delete(result);
      result.then(leave, leave);
      return result;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(inside);
    },
  };
}
