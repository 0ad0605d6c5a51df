import { useEffect, useState } from 'react';
import { useConnection } from '../../backend/connection.ts';

/** A shorter outage is not shown. In ms. */
const SAY_AFTER_MS = { reconnecting: 1_000, connecting: 5_000 };

/** Whether an outage is long enough to show it. The first connection waits for the list and its own code. */
export function useIsReconnecting(): boolean {
  const { status, since } = useConnection();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (status === 'connected') return;
    const lateAt = Date.parse(since) + SAY_AFTER_MS[status];
    const timer = setTimeout(() => setIsLate(true), lateAt - Date.now());
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [status, since]);
  return isLate && status !== 'connected';
}
