import { formatMoment } from '../../lib/moment.ts';
import type { UserId } from '../../protocol/entities.ts';
import { useIsOnline, useLastSeen } from '../../queries/users.ts';
import { texts } from './texts.ts';
import { useToday } from './thread/use-today.ts';

/** What is known of somebody's presence, in words: when they were last here only where the server tells. */
export function usePresenceText(userId: UserId): string {
  const isOnline = useIsOnline(userId);
  const lastSeen = useLastSeen(userId);
  const today = useToday();
  if (isOnline) return texts.online;
  const when = lastSeen === undefined ? '' : formatMoment(lastSeen, today);
  return when === '' ? texts.offline : texts.lastSeen(when);
}
