import { useEffect, useState } from 'react';
import { useConnection } from '../../queries/realtime.ts';

/** A connection that comes back within this was never worth a word. */
const SAY_AFTER_MS = 1000;

/** Whether there is no connection, for so long that it is told. */
export function useIsReconnecting(): boolean {
  const { status, since } = useConnection();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (status === 'connected') return;
    const timer = setTimeout(() => setIsLate(true), since + SAY_AFTER_MS - Date.now());
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [status, since]);
  return isLate && status !== 'connected';
}
