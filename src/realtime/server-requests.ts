/**
 * What a server of several nodes asks of the connection itself: to catch up with what may have been lost, or
 * to move to another node. It asks everybody at once, so each does it at a moment of its own.
 */
import type { ConnectionEvents } from '../protocol/events.ts';

/** Longer than any server spreads its clients. */
const MAX_WITHIN_MS = 60_000;

export function createServerRequests(actions: { [Request in keyof ConnectionEvents]: () => void }) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  return {
    take(event: string, payload: unknown[]): void {
      if (event !== 'catchUp' && event !== 'move') return;
      const withinMs = readWithin(payload[0]);
      // The one under way comes later than this, and stands for both.
      if (withinMs === undefined || timers.has(event)) return;
      const timer = setTimeout(() => {
        timers.delete(event);
        actions[event]();
      }, Math.random() * withinMs);
      timers.set(event, timer);
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
