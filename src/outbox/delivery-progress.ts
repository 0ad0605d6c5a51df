/** How far an unsent message is, as the meta of its mutation: for whoever looks into the cache. */
import type { Mutation } from '@tanstack/react-query';

export interface DeliveryProgress {
  /** From 1. */
  attempt: number;
  waitsFor: string;
  /** ISO 8601. */
  nextTryAt?: string;
}

/** Nothing is rendered for it. */
export function noteProgress(mutation: Mutation | undefined, delivery: DeliveryProgress): void {
  mutation?.setOptions({ ...mutation.options, meta: { ...mutation.meta, delivery } });
}
