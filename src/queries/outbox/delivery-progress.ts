/** How far an unsent message is, as the meta of its mutation: for whoever looks into the cache. */
export interface DeliveryProgress {
  /** From 1. */
  attempt: number;
  waitsFor: string;
  /** ISO 8601. */
  nextTryAt?: string;
}
