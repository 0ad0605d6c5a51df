import { useEffect, useState } from 'react';
import { msUntilTomorrow, toDayKey } from '../../lib/time.ts';

/** The current local day as `YYYY-MM-DD`; changes at midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => toDayKey(new Date()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      clearTimeout(timer);
      setToday(toDayKey(new Date()));
      timer = setTimeout(update, msUntilTomorrow(new Date()));
    };
    update();
    // Timers stop while a computer sleeps: returning to the window checks as well.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}
