/** How long notices stay. While the pointer or focus is on one of them, all timers are paused. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** Ids of notices with the pointer or focus. */
const attended = new Set<string>();
const listeners = new Set<() => void>();

/** Sets whether the pointer or focus is on this notice. */
export function setAttended(id: string, isAttended: boolean): void {
  if (isAttended) attended.add(id);
  else attended.delete(id);
  for (const listener of listeners) listener();
}

/** Calls `onEnd` after `ms` in which the page was visible and no notice had the pointer or focus. */
export function useNoticeClock(id: string, ms: number, onEnd: () => void): void {
  const isStopped = useSyncExternalStore(subscribe, readIsStopped);
  const left = useRef(ms);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    // A timer with an infinite time would end at once.
    if (isStopped || left.current === Number.POSITIVE_INFINITY) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [isStopped]);

  // A notice removed under the pointer gets no leave event.
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
