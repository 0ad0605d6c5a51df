import { formatTime, toDayKey } from '../../../lib/time.ts';

/** `HH:mm` today, on other days after the weekday. */
export function formatDeadline(deadline: Date): string {
  const time = formatTime(deadline.toISOString());
  if (toDayKey(deadline) === toDayKey(new Date())) return time;
  return `${new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(deadline)} ${time}`;
}
