/**
 * Web Locks, by which the windows of one browser know of each other: a window that is gone holds none, however it
 * went. Browsers have them on secure addresses alone.
 */

export const getLocks = (): LockManager | undefined => navigator.locks;

/** Takes a lock, as soon as it is free, until `signal` is aborted. Does nothing where there are none. */
export function holdLock(
  name: string,
  options: { mode?: LockMode; signal: AbortSignal },
  onHeld?: () => void,
): void {
  const hold = () => {
    onHeld?.();
    return untilAborted(options.signal);
  };
  getLocks()
    ?.request(name, options, hold)
    .catch(() => undefined);
}

/** For whoever has a lock and goes on holding it. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
