import type { User } from '../protocol/entities.ts';

/** Whether something can be sent to this person. */
export const isReachable = ({ blocked, deleted, locked }: User): boolean =>
  !blocked && !deleted && !locked;
