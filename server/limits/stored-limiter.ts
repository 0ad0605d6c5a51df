/** A limiter of rate-limiter-flexible that counts in the store, so that it survives a restart. */
import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { AttemptStore } from '../domain/ports/attempts.ts';
import type { Clock } from '../domain/ports/clock.ts';

interface StoredLimiterOptions {
  max: number;
  windowMs: number;
  store: AttemptStore;
  clock: Clock;
}

export class StoredLimiter extends RateLimiterCompatibleAbstract {
  override readonly keyPrefix = '';
  override blockDuration = 0;
  override execEvenly = false;
  readonly #options: StoredLimiterOptions;

  constructor(options: StoredLimiterOptions) {
    super();
    this.#options = options;
  }

  /** Rejects with the result when that was too many, as all limiters do. */
  override async consume(key: string): Promise<RateLimiterRes> {
    const { max, windowMs, store, clock } = this.#options;
    const { count, endsAt } = await store.countAttempt({ key, windowMs });
    const left = Math.max(0, max - count);
    const result = new RateLimiterRes(left, Math.max(0, endsAt - clock()), count, count === 1);
    if (count > max) throw result;
    return result;
  }

  override async reward(key: string): Promise<RateLimiterRes> {
    await this.#options.store.forgiveAttempt(key);
    return new RateLimiterRes();
  }
}
