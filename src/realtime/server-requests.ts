/**
 * What a server of several nodes asks of the connection itself: to catch up with what may have been lost, or
 * to move to another node. It asks everybody at once, so each does it at a moment of its own.
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
      // The one under way comes later than this, and stands for both.
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

/** Times are ISO 8601 in UTC in one format, so that they sort as text. */
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
