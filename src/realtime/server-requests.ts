/**
 * Requests of a server with several nodes to the connection: catch up with possibly lost events, or move to another
 * node. All clients get them at once, so each waits a random time.
 */

/** Longer than any server spreads its clients. */
const MAX_WITHIN_MS = 60_000;

interface Request {
  timer: ReturnType<typeof setTimeout>;
  since: string | undefined;
}

export function createServerRequests(actions: {
  catchUp: (since: string | undefined) => void;
  move: () => void;
}) {
  const requests = new Map<string, Request>();

  return {
    take(event: string, payload: unknown[]): void {
      if (event !== 'catchUp' && event !== 'move') return;
      const withinMs = readWithin(payload[0]);
      if (withinMs === undefined) return;
      const since = readSince(payload[0]);
      const pending = requests.get(event);
      // The pending request comes later, and serves for both.
      if (pending) {
        pending.since = earlier(pending.since, since);
        return;
      }
      const timer = setTimeout(() => {
        requests.delete(event);
        actions[event](request.since);
      }, Math.random() * withinMs);
      const request: Request = { timer, since };
      requests.set(event, request);
    },

    close(): void {
      for (const { timer } of requests.values()) clearTimeout(timer);
      requests.clear();
    },
  };
}

/** Times are ISO 8601 in UTC in one format, so they sort as text. */
function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function readSince(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('since' in payload)) return undefined;
  return typeof payload.since === 'string' ? payload.since : undefined;
}

function readWithin(payload: unknown): number | undefined {
  if (typeof payload !== 'object' || payload === null || !('withinMs' in payload)) return undefined;
  const { withinMs } = payload;
  return typeof withinMs === 'number' && withinMs >= 0 && withinMs <= MAX_WITHIN_MS
    ? withinMs
    : undefined;
}
