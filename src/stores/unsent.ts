/** The newest own message to each person that waits or has failed: `conversation/follow-unsent.ts` fills it. */
import { create } from 'zustand';
import type { MessageContent, UserId } from '../protocol/entities.ts';

export interface Unsent {
  key: string;
  content: MessageContent;
  /** ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'failed';
}

/** A map, because a backend may choose any word for an id. */
type UnsentByPerson = ReadonlyMap<UserId, Unsent>;

const useUnsentByPerson = create<UnsentByPerson>(() => new Map());

export const useUnsent = (userId: UserId): Unsent | undefined =>
  useUnsentByPerson((unsent) => unsent.get(userId));

export const getUnsent = (): UnsentByPerson => useUnsentByPerson.getState();

export const setUnsent = (unsent: UnsentByPerson): void => useUnsentByPerson.setState(unsent, true);
