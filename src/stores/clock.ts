/** The day and the time zone of this device. Sleep, travel or a corrected clock may change them at any moment. */
import { create } from 'zustand';
import { readZone, toDayKey } from '../lib/time.ts';

const MINUTE_MS = 60_000;

const read = () => ({ today: toDayKey(new Date()), zone: readZone() });

const useClock = create(read);

/** The local day, from `toDayKey`. */
export const useToday = (): string => useClock(({ today }) => today);

/** Equal while times are shown alike: the key of what shows them. */
export const useZone = (): string => useClock(({ zone }) => zone);

/** Call it when something happens that shows a time. */
export function checkClock(): void {
  const shown = useClock.getState();
  const now = read();
  if (now.today !== shown.today || now.zone !== shown.zone) useClock.setState(now);
}

/** Checks the clock every minute, and when the person returns. Returns a function that stops this. */
export function followClock(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const checkAgain = () => {
    clearTimeout(timer);
    checkClock();
    timer = setTimeout(checkAgain, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  checkAgain();
  document.addEventListener('visibilitychange', checkAgain);
  window.addEventListener('focus', checkAgain);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', checkAgain);
    window.removeEventListener('focus', checkAgain);
  };
}
