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
