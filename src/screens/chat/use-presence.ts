import { formatMoment } from '../../lib/moment.ts';
import { useIsOnline, useLastSeen } from '../../people/users.ts';
import type { User } from '../../protocol/entities.ts';
import { useMe } from '../../session/auth.ts';
import { texts } from './texts.ts';
import { useIsReconnecting } from './use-is-reconnecting.ts';
import { useToday } from './use-today.ts';

interface Presence {
  isOnline: boolean;
  /** Empty where nothing is known. */
  text: string;
}

/**
 * What is known of somebody's presence: without a connection nothing, and when they were last here only where the
 * server tells. Nothing is known of the blocked either, nor of who hides it, nor to who does; a deleted account has none.
 */
export function usePresence({ _id: userId, blocked, deleted, hidesPresence }: User): Presence {
  const hasHidden = useMe().hides?.includes('presence') ?? false;
  const isOnline = useIsOnline(userId);
  const isCutOff = useIsReconnecting();
  const lastSeen = useLastSeen(userId);
  const today = useToday();
  if (blocked || deleted || hidesPresence || hasHidden) {
    return { isOnline: false, text: blocked ? texts.blocked : '' };
  }
  if (isCutOff || isOnline === undefined) return { isOnline: false, text: '' };
  const words = texts.presence;
  if (isOnline) return { isOnline, text: words.online };
  const when = lastSeen === undefined ? '' : formatMoment(lastSeen, today);
  return { isOnline: false, text: when === '' ? words.offline : words.lastSeen(when) };
}
