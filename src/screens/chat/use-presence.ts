import { formatMoment } from '../../lib/moment.ts';
import { useIsOnline, useLastSeen } from '../../people/users.ts';
import type { User } from '../../protocol/entities.ts';
import { texts } from './texts.ts';
import { useIsReconnecting } from './use-is-reconnecting.ts';
import { useToday } from './use-today.ts';

interface Presence {
  /** Here now, as far as can be known now. */
  isOnline: boolean;
  text: string;
}

/**
 * What is known of somebody's presence: when they were last here only where the server tells, and
 * without a connection no more than how it was. Nothing is known of the blocked, and a deleted account has none.
 */
export function usePresence({ _id: userId, blocked, deleted }: User): Presence {
  const isOnline = useIsOnline(userId);
  const isCutOff = useIsReconnecting();
  const lastSeen = useLastSeen(userId);
  const today = useToday();
  if (blocked || deleted) return { isOnline: false, text: blocked ? texts.blocked : '' };
  const words = isCutOff ? texts.presenceBefore : texts.presence;
  if (isOnline) return { isOnline: !isCutOff, text: words.online };
  const when = lastSeen === undefined ? '' : formatMoment(lastSeen, today);
  return { isOnline: false, text: when === '' ? words.offline : words.lastSeen(when) };
}
