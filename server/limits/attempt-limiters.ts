/** Attempts are counted in the store, which survives restarts and is the same for all nodes. */
import type { MakeAttemptLimiter } from '../domain/attempt-limits.ts';
import type { AttemptStore } from '../domain/ports/attempts.ts';
import type { Clock } from '../domain/ports/clock.ts';

export function createAttemptLimiters(store: AttemptStore, clock: Clock): MakeAttemptLimiter {
  return ({ max, windowMs }) => ({
    async spend(key) {
      const { count, endsAt } = await store.countAttempt({ key, windowMs });
      return count > max ? Math.max(1, endsAt - clock()) : 0;
    },
    giveBack: (key) => store.forgiveAttempt(key),
  });
}
