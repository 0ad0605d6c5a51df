/**
 * Moments as people read them, in the local time zone.
 * In: ISO 8601 strings, or Dates where a moment of this device is meant. A string that is no date
 * gives an empty text, never an exception: what a stranger's server sends must not break a screen.
 */

const writeDate = makeDateWriter({ day: 'numeric', month: 'long', year: 'numeric' });
const writeDateTime = makeDateWriter({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const writeMoment = makeDateWriter({ dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' });
const writeWeekday = makeDateWriter({ weekday: 'long' });

/**
 * A date in the reader's own way of writing. The first formatter of a page costs as much as rendering a
 * screen, so each is made when there is something to write, and once.
 */
export function makeDateWriter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat(undefined, options);
    return format.format(date);
  };
}

/** `HH:mm`, 24-hour whatever the locale (spec section 9). */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The local calendar day as `YYYY-MM-DD`; two moments of one day have the same. */
export function toDayKey(moment: string | Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/**
 * What a day is called seen from `today` (both from `toDayKey`): Today, Yesterday, a weekday of the last
 * week, or the date.
 */
export function formatDay(dayKey: string, today: string): string {
  const daysAgo = countDays(dayKey, today);
  if (Number.isNaN(daysAgo)) return '';
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const isRecent = daysAgo > 1 && daysAgo < 7;
  return isRecent ? writeWeekday(toNoon(dayKey)) : writeDate(toNoon(dayKey));
}

/** How many days later `to` is than `from` (both from `toDayKey`); NaN where one of them is no day. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The local calendar day in the reader's own way of writing, with its year. */
export function formatDate(moment: string | Date): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : writeDate(date);
}

/** Date and 24-hour time in the reader's own way of writing. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : writeDateTime(date);
}

/** Weekday, date and 24-hour time with seconds in the reader's own way of writing. */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : writeMoment(date);
}

/** Milliseconds from `now` until the next local day begins. */
export function msUntilTomorrow(now: Date): number {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return tomorrow.getTime() - now.getTime();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Noon of that day, by the local clock: no change of the clocks moves it into another. */
export function toNoon(dayKey: string): Date {
  return new Date(`${dayKey}T12:00`);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
