/**
 * Requests of a server with several nodes to the connection: catch up with possibly lost events, or move to another
 * node. All clients get them at once, so each waits a random time.
 */

/** Longer than any server spreads its clients. */
const MAX_WITHIN_MS = 60_000;

export function createServerRequests(actions: { catchUp: () => void; move: () => void }) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  return {
    take(event: string, payload: unknown[]): void {
      if (event !== 'catchUp' && event !== 'move') return;
      const withinMs = readWithin(payload[0]);
      // A pending request comes later, and serves for both.
      if (withinMs === undefined || timers.has(event)) return;
      const act = () => {
        timers.delete(event);
        actions[event]();
      };
      timers.set(event, setTimeout(act, Math.random() * withinMs));
    },

    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

function readWithin(payload: unknown): number | undefined {
  if (typeof payload !== 'object' || payload === null || !('withinMs' in payload)) return undefined;
  const { withinMs } = payload;
  return typeof withinMs === 'number' && withinMs >= 0 && withinMs <= MAX_WITHIN_MS
    ? withinMs
    : undefined;
}
