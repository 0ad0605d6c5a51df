/** A short text for a time, relative to a day. Local time zone; an invalid date gives an empty text. */
import { countDays, formatTime, makeDateWriter, toDayKey, toNoon } from './time.ts';

const writeDate = makeDateWriter({ day: 'numeric', month: 'numeric', year: '2-digit' });
const writeWeekday = makeDateWriter({ weekday: 'short' });

/** `HH:mm` today, the weekday within a week, otherwise the date. `today` is from `toDayKey`. */
export function formatMoment(iso: string, today: string): string {
  const day = toDayKey(iso);
  if (day === today || day === '') return formatTime(iso);
  const daysAgo = countDays(day, today);
  const isRecent = daysAgo > 0 && daysAgo < 7;
  return isRecent ? writeWeekday(toNoon(day)) : writeDate(toNoon(day));
}
