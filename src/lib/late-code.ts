/** Code that is fetched when it is first shown, and what is shown until then has another form. */
export interface LateCode<Code> {
  /** For `useSyncExternalStore`: subscribing fetches the code; after a failure, the next subscription does. */
  subscribe: (listener: () => void) => () => void;
  /** Null until it is there. */
  get: () => Code | null;
}

export function makeLateCode<Code extends object>(load: () => Promise<Code>): LateCode<Code> {
  let code: Code | null = null;
  let isAsked = false;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!isAsked) {
        isAsked = true;
        load().then(
          (loaded) => {
            code = loaded;
            for (const notify of listeners) notify();
          },
          () => {
            isAsked = false;
          },
        );
      }
      return () => listeners.delete(listener);
    },
    get: () => code,
  };
}
