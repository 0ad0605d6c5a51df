/**
 * Times for people, in the local time zone. Input: ISO 8601 strings, or Dates for times of this device. An invalid date
 * gives an empty text, never an exception: data of another server must not break a screen.
 */

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const writeDate = makeDateWriter({ day: 'numeric', month: 'long', year: 'numeric' });
const writeFullDateTime = makeDateWriter({
  dateStyle: 'full',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
const writeMonth = makeDateWriter({ month: 'long', year: 'numeric' });
const writeWeekday = makeDateWriter({ weekday: 'long' });
const writeShortDate = makeDateWriter({ day: 'numeric', month: 'numeric', year: '2-digit' });
const writeShortWeekday = makeDateWriter({ weekday: 'short' });

/**
 * A date in the reader's format. The first formatter of a page costs as much as rendering a screen, so each is created
 * on first use, and once.
 */
function makeDateWriter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  let zone: string | undefined;
  return (date) => {
    // A formatter keeps the time zone of its creation.
    if (zone !== readZone()) format = undefined;
    zone = readZone();
    format ??= new Intl.DateTimeFormat(undefined, options);
    const written = format.format(date);
    // In the English text around it, the parts of a date from right to left would change places.
    return RIGHT_TO_LEFT.test(written) ? `\u2068${written}\u2069` : written;
  };
}

/** `HH:mm`, 24-hour whatever the locale (spec section 9). */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The local calendar day as `YYYY-MM-DD`; equal for two times of one day. */
export function toDayKey(moment: string | Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/**
 * The name of a day relative to `today` (both from `toDayKey`): Today, Yesterday, a weekday within a week, or the date.
 */
export function formatDay(dayKey: string, today: string): string {
  const daysAgo = countDays(dayKey, today);
  if (Number.isNaN(daysAgo)) return '';
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const isRecent = daysAgo > 1 && daysAgo < 7;
  return isRecent ? writeWeekday(toNoon(dayKey)) : writeDate(toNoon(dayKey));
}

/** `HH:mm` today, the weekday within a week, otherwise the date. `today` is from `toDayKey`. */
export function formatShortMoment(iso: string, today: string): string {
  const day = toDayKey(iso);
  if (day === today || day === '') return formatTime(iso);
  const daysAgo = countDays(day, today);
  if (daysAgo === 1) return 'Yesterday';
  const isRecent = daysAgo > 0 && daysAgo < 7;
  return isRecent ? writeShortWeekday(toNoon(day)) : writeShortDate(toNoon(day));
}

/** The days from `from` to `to` (both from `toDayKey`); NaN if one of them is invalid. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The local calendar day in the reader's format, with the year. */
export function formatDate(moment: string | Date): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : writeDate(date);
}

/** The local month with the year. */
export function formatMonth(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : writeMonth(date);
}

/** The day as of `formatDay`, and `HH:mm`. `today` is from `toDayKey`. */
export function formatDayAndTime(iso: string, today: string): string {
  const day = formatDay(toDayKey(iso), today);
  return day && `${day}, ${formatTime(iso)}`;
}

/** Weekday, date and 24-hour time with seconds in the reader's format. */
export function formatFullDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : writeFullDateTime(date);
}

/** The time zone now, as its offsets in winter and summer: the name of the zone costs much more. */
export function readZone(): string {
  const year = new Date().getFullYear();
  return [0, 6].map((month) => new Date(year, month).getTimezoneOffset()).join();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Noon of that day, local time: a change to or from summer time does not move it to another day. */
function toNoon(dayKey: string): Date {
  return new Date(`${dayKey}T12:00`);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
