/** When it is known what the server can do beyond the contract. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getFeatures } from '../../src/backend/connection.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { openLiveSession } from './support/live-session.ts';

const HELLO = { name: 'hello', payload: [{ features: ['idempotency'] }] };
const WHO_IS_ONLINE = { name: 'getOnlineUsers', payload: [['ada']] };

const queryClient = makeQueryClient();

function connect() {
  const session = openLiveSession(queryClient);
  session.handleConnect('websocket');
  return session;
}

beforeEach(() => queryClient.clear());

test('what a hello announces, also a late one, is known from then on, and when the connection comes back', () => {
  const session = connect();
  session.handleEvents([WHO_IS_ONLINE]);
  session.handleEvents([HELLO, WHO_IS_ONLINE]);
  session.handleLoss();
  session.handleConnect('websocket');
  session.handleEvents([WHO_IS_ONLINE]);
  expect(getFeatures(queryClient)).toEqual(new Set(['idempotency']));
});

test('what is known is compared within the time that a hello names', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const asked: string[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(url);
    return new Promise(() => undefined);
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const hello = { features: FEATURES, withinMs: 1_000 };
  connect().handleEvents([{ name: 'hello', payload: [hello] }]);
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(asked).toEqual([expect.stringContaining('/messages/behind')]));
});
