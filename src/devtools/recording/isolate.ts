/**
 * Cuts this page off from the network, the browser's storage, other windows and the service worker, so that playing a
 * recording can neither read nor change anything of a person's. Runs before the app's own code.
 */
import { TOKEN_KEY } from '../../stores/storage-keys.ts';

export function isolatePage(): void {
  replaceGlobals(window, {
    fetch: () => new Promise(() => {}),
    XMLHttpRequest: class extends XMLHttpRequest {
      override send(): void {}
    },
    WebSocket: SilentSocket,
    BroadcastChannel: SilentChannel,
    indexedDB: undefined,
    caches: undefined,
    Notification: undefined,
    localStorage: new MemoryStorage({ [TOKEN_KEY]: 'recording' }),
    sessionStorage: new MemoryStorage({}),
  });
  replaceGlobals(navigator, { locks: undefined, serviceWorker: undefined, sendBeacon: () => true });
}

function replaceGlobals(target: object, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/** Never connects. */
class SilentSocket extends EventTarget {
  readonly readyState = WebSocket.CONNECTING;
  send(): void {}
  close(): void {}
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

class MemoryStorage {
  readonly #values: Map<string, string>;

  constructor(values: Record<string, string>) {
    this.#values = new Map(Object.entries(values));
  }

  get length(): number {
    return this.#values.size;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
