/** A limiter of rate-limiter-flexible that counts in the store, so that it survives a restart. */
import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { AttemptStore, Clock } from '../domain/ports.ts';

export class StoredLimiter extends RateLimiterCompatibleAbstract {
  override readonly keyPrefix = '';
  override blockDuration = 0;
  override execEvenly = false;
  readonly #options: { max: number; windowMs: number; store: AttemptStore; clock: Clock };

  constructor(options: { max: number; windowMs: number; store: AttemptStore; clock: Clock }) {
    super();
    this.#options = options;
  }

  /** Rejects with the result when that was too many, as all limiters do. */
  override async consume(key: string): Promise<RateLimiterRes> {
    const { max, windowMs, store, clock } = this.#options;
    const [counted] = await store.countAttempts([{ key, windowMs }]);
    const { count = 1, endsAt = clock() + windowMs } = counted ?? {};
    const left = Math.max(0, max - count);
    const result = new RateLimiterRes(left, Math.max(0, endsAt - clock()), count, count === 1);
    if (count > max) throw result;
    return result;
  }

  override async reward(key: string): Promise<RateLimiterRes> {
    await this.#options.store.forgiveAttempts([key]);
    return new RateLimiterRes();
  }
}
