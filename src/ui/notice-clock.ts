/** How long notices stay. While the pointer or the focus is on one of them, the clocks of all stand still. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** Ids of the notices that somebody is at. */
const attended = new Set<string>();
const listeners = new Set<() => void>();

/** Says whether somebody is at this notice. */
export function setAttended(id: string, isAttended: boolean): void {
  if (isAttended) attended.add(id);
  else attended.delete(id);
  for (const listener of listeners) listener();
}

/** Calls `onEnd` when `ms` have passed in which the page was seen and nobody was at any notice. */
export function useNoticeClock(id: string, ms: number, onEnd: () => void): void {
  const isStopped = useSyncExternalStore(subscribe, readIsStopped);
  const left = useRef(ms);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    // A timer without an end would end at once.
    if (isStopped || left.current === Number.POSITIVE_INFINITY) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [isStopped]);

  // One that is taken away under the pointer is never left by it.
  useEffect(() => () => setAttended(id, false), [id]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

function readIsStopped(): boolean {
  return document.hidden || attended.size > 0;
}
