/** How long idempotency keys are kept, in ms: longer than the 24 h that a client may count on. */
export const KEYS_KEPT_MS = 48 * 60 * 60 * 1000;
