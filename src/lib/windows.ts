/** How the windows of one browser know of each other. */

/**
 * A named channel between the windows of one browser, opened on first use. If the browser has none, or refuses it like
 * Firefox without storage, nothing is received.
 */
interface WindowChannel<Message> {
  /** Sends to all other windows. */
  post(message: Message): void;
  /** Calls back with messages of other windows. Returns a function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void;
  /** Nothing is received from then on. */
  close(): void;
}

export function createWindowChannel<Message>(name: string): WindowChannel<Message> {
  let channel: BroadcastChannel | undefined;

  function open(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    try {
      channel ??= new BroadcastChannel(name);
    } catch {
      // Refused: this window stays alone.
    }
    return channel;
  }

  return {
    post: (message) => open()?.postMessage(message),
    subscribe(listener) {
      const handleMessage = ({ data }: MessageEvent<Message>) => listener(data);
      const opened = open();
      opened?.addEventListener('message', handleMessage);
      return () => opened?.removeEventListener('message', handleMessage);
    },
    close: () => channel?.close(),
  };
}

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
