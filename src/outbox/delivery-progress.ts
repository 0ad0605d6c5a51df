/** The progress of an unsent message, in the meta of its mutation: for people who inspect the cache. */
import type { Mutation } from '@tanstack/react-query';

export interface DeliveryProgress {
  /** Starts at 1. */
  attempt: number;
  waitsFor: string;
  /** ISO 8601. */
  nextTryAt?: string;
}

/** Causes no render. */
export function noteProgress(mutation: Mutation | undefined, delivery: DeliveryProgress): void {
  mutation?.setOptions({ ...mutation.options, meta: { ...mutation.meta, delivery } });
}
