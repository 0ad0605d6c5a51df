/** Counts attempts in the store, which survives restarts and is shared by all nodes. */
import type { MakeAttemptLimiter } from '../domain/attempt-limits.ts';
import type { AttemptStore } from '../domain/ports/attempts.ts';

export function createAttemptLimiters(store: AttemptStore): MakeAttemptLimiter {
  return ({ max, windowMs }) => ({
    async spend(key) {
      const { count, leftMs } = await store.countAttempt({ key, windowMs });
      return count > max ? Math.max(1, leftMs) : 0;
    },
    giveBack: (key) => store.forgiveAttempt(key),
  });
}
