/**
 * How long idempotency keys are kept, in ms of operating time: 48 h, and an hour for what that is behind when it is
 * written beside a key. A client may count on 24 h.
 */
export const KEYS_KEPT_MS = 49 * 60 * 60 * 1000;
