/** The newest own waiting or failed message to each person; `conversation/follow-unsent.ts` fills it. */
import { create } from 'zustand';
import type { MessageContent, UserId } from '../protocol/entities.ts';

export interface UnsentPreview {
  key: string;
  content: MessageContent;
  /** ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'failed';
}

/** A map, because a backend may use any string as an id. */
type UnsentByPerson = ReadonlyMap<UserId, UnsentPreview>;

const useUnsentByPerson = create<UnsentByPerson>(() => new Map());

export const useUnsent = (userId: UserId): UnsentPreview | undefined =>
  useUnsentByPerson((unsent) => unsent.get(userId));

export const getUnsent = (): UnsentByPerson => useUnsentByPerson.getState();

export const setUnsent = (unsent: UnsentByPerson): void => useUnsentByPerson.setState(unsent, true);
