import { useEffect, useState } from 'react';

/** A person who is typing continues within this time, in ms. */
const PAUSE_MS = 200;

/** A value after it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
