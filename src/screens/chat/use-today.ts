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
    // Timers stand still while a computer sleeps: coming back asks as well.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}
