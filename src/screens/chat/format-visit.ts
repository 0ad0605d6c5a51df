import { countDays, formatShortMoment, formatTime, toDayKey } from '../../lib/time.ts';

/** A last visit: the time today, with the day within a week, otherwise the date. `today` is from `toDayKey`. */
export function formatVisit(iso: string, today: string): string {
  const moment = formatShortMoment(iso, today);
  const daysAgo = countDays(toDayKey(iso), today);
  if (!(daysAgo > 0 && daysAgo < 7)) return moment;
  return `${daysAgo === 1 ? 'yesterday' : moment} at ${formatTime(iso)}`;
}
