/**
 * How long idempotency keys are kept, in ms of operating time: 48 h, plus one hour, since the operating time stored
 * with a key may be that late. Clients may rely on 24 h.
 */
export const KEYS_KEPT_MS = 49 * 60 * 60 * 1000;
