/**
 * What the windows of one browser tell each other under a name. Opened with the first use. Where a browser has
 * no such channels, or refuses them as Firefox does without storage, nothing is heard.
 */
interface WindowChannel<Message> {
  /** Tells all other windows. */
  post(message: Message): void;
  /** Calls back with what other windows post. Returns the function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void;
  /** Nothing is heard from then on. */
  close(): void;
}

export function createWindowChannel<Message>(name: string): WindowChannel<Message> {
  let channel: BroadcastChannel | undefined;

  function open(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    try {
      channel ??= new BroadcastChannel(name);
    } catch {
      // Refused: this window is on its own.
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
