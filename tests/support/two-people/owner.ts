/**
 * Several devices in one process: what the app has once for a window, its session, its open conversation and its network,
 * is that of the device in whose context the code runs. Imports nothing of the app, since that imports what is replaced.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What the network does to this device. The numbers are shares, 0 to 1. */
export interface Weather {
  lostAnswers: number;
  cutCalls: number;
  doubled: number;
  late: number;
  chance: (share: number) => boolean;
}

export interface Owner {
  token: string;
  peerId: string;
  isOffline: boolean;
  weather: Weather;
}

export const owners = new AsyncLocalStorage<Owner>();

/** For `vi.mock`: the session and the open conversation of a window are those of the device. */
export const mockSession = async (original: () => Promise<object>) => ({
  ...(await original()),
  getToken: () => owners.getStore()?.token ?? null,
  endSession: () => undefined,
});
export const mockSelection = async (original: () => Promise<object>) => ({
  ...(await original()),
  getSelectedUserId: () => owners.getStore()?.peerId ?? null,
  subscribeSelection: () => () => undefined,
});

/** From now on calls of devices meet their weather. Returns a function that ends it. */
export function spoilCalls(): () => void {
  const real = globalThis.fetch;
  const fail = () => new TypeError('Failed to fetch');
  globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
    const owner = owners.getStore();
    if (!owner) return real(...asked);
    const { weather } = owner;
    if (owner.isOffline || weather.chance(weather.cutCalls)) throw fail();
    const answer = await real(...asked);
    if (owner.isOffline || weather.chance(weather.lostAnswers)) throw fail();
    return answer;
  };
  return () => {
    globalThis.fetch = real;
  };
}
