/** How long to wait before code is asked for again that did not come, as it happens without a network, in ms. */
export const CODE_RETRY_MS = 3_000;
