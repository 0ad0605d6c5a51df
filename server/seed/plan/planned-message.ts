import type { Scene } from '../drawing/scenery.ts';
import type { PersonKey } from '../people.ts';

export interface PlannedMessage {
  from: PersonKey;
  to: PersonKey;
  /** Epoch milliseconds. */
  at: number;
  content: { text: string } | { picture: Scene };
  /** How far it got; within one direction of a conversation it never goes back from worse to better. */
  state: 'sent' | 'delivered' | 'seen';
}

/** Two people, of whom the first begins. */
export type Pair = readonly [PersonKey, PersonKey];

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
