/** A moment in few words, seen from a day. Local time zone; a string that is no date gives an empty text. */
import { formatTime, makeDateWriter, toDayKey } from './time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const writeDate = makeDateWriter({ day: 'numeric', month: 'numeric', year: '2-digit' });
const writeWeekday = makeDateWriter({ weekday: 'short' });

/** `HH:mm` of today, a weekday of the last week, the date of what is older. `today` is from `toDayKey`. */
export function formatMoment(iso: string, today: string): string {
  const day = toDayKey(iso);
  if (day === today || day === '') return formatTime(iso);
  const daysAgo = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  const isRecent = daysAgo > 0 && daysAgo < 7;
  const date = new Date(`${day}T12:00`);
  return isRecent ? writeWeekday(date) : writeDate(date);
}
