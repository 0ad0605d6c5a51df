/**
 * Web Locks, by which the windows of a browser know of each other: a closed window holds none, however it closed.
 * Browsers have them on secure addresses only.
 */

export const getLocks = (): LockManager | undefined => navigator.locks;

/** Takes a lock when it is free, until `signal` is aborted. Does nothing without locks. */
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

/** For code that holds a lock and keeps it. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
