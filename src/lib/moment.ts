/** A moment in few words, seen from a day. Local time zone; a string that is no date gives an empty text. */
import { countDays, formatTime, makeDateWriter, toDayKey, toNoon } from './time.ts';

const writeDate = makeDateWriter({ day: 'numeric', month: 'numeric', year: '2-digit' });
const writeWeekday = makeDateWriter({ weekday: 'short' });

/** `HH:mm` of today, a weekday of the last week, the date of what is older. `today` is from `toDayKey`. */
export function formatMoment(iso: string, today: string): string {
  const day = toDayKey(iso);
  if (day === today || day === '') return formatTime(iso);
  const daysAgo = countDays(day, today);
  const isRecent = daysAgo > 0 && daysAgo < 7;
  return isRecent ? writeWeekday(toNoon(day)) : writeDate(toNoon(day));
}
