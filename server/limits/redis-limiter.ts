/** How limits are counted in Redis. */

export const REDIS_LIMITER = {
  useRedisPackage: true,
  // Refused at once instead of waiting for it to come back.
  rejectIfRedisNotReady: true,
} as const;

/** A Redis that hangs is taken for gone after so long. */
export const REDIS_PATIENCE_MS = 500;
