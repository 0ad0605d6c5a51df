import { countDays, formatShortMoment, formatTime, toDayKey } from '../../lib/time.ts';
import { useIsOnline, useLastSeen } from '../../people/users.ts';
import type { User } from '../../protocol/entities.ts';
import { useMe } from '../../session/auth.ts';
import { useToday } from '../../stores/clock.ts';
import { useIsReconnecting } from './reconnecting.tsx';
import { texts } from './texts.ts';

interface Presence {
  isOnline: boolean;
  /** Empty if nothing is known. */
  text: string;
}

/**
 * A person's presence: unknown without a connection; the last visit only if the server sends it. Also unknown for
 * blocked people, for people who hide it, for readers who hide theirs, and for deleted accounts.
 */
export function usePresence({ _id: userId, blocked, deleted, hidesPresence }: User): Presence {
  const hasHidden = useMe().hides?.includes('presence') ?? false;
  const isOnline = useIsOnline(userId);
  const isReconnecting = useIsReconnecting();
  const lastSeen = useLastSeen(userId);
  const today = useToday();
  if (blocked || deleted || hidesPresence || hasHidden) {
    return { isOnline: false, text: blocked ? texts.blocked : '' };
  }
  if (isReconnecting || isOnline === undefined) return { isOnline: false, text: '' };
  const words = texts.presence;
  if (isOnline) return { isOnline, text: words.online };
  const when = lastSeen === undefined ? '' : formatVisit(lastSeen, today);
  return { isOnline: false, text: when === '' ? words.offline : words.lastSeen(when) };
}

/** A last visit: the time today, with the day within a week, otherwise the date. `today` is from `toDayKey`. */
export function formatVisit(iso: string, today: string): string {
  const moment = formatShortMoment(iso, today);
  const daysAgo = countDays(toDayKey(iso), today);
  if (!(daysAgo > 0 && daysAgo < 7)) return moment;
  return `${daysAgo === 1 ? 'yesterday' : moment} at ${formatTime(iso)}`;
}
