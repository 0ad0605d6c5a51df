/** What Devtools tells of each change of the cache: its cause, and the rows that it added, changed and removed. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { startLedger, writesQuery } from '../../src/devtools/ledger.ts';
import { userQueries } from '../../src/people/users.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { authQueries } from '../../src/session/auth.ts';
import { clearSelection } from '../../src/stores/selection.ts';
import { clearUnseen } from '../../src/stores/unseen.ts';
import { openLiveSession } from './support/live-session.ts';
import { idOf, ME, makeMessage, makeMessages, PEER } from './support/messages.ts';
import { setLookedAt } from './support/window.ts';

const BEN = { _id: PEER, fullName: 'Ben' };

let queryClient: QueryClient;
let session: ReturnType<typeof openLiveSession>;

beforeEach(() => {
  setLookedAt(false);
  clearSelection();
  clearUnseen();
  queryClient = makeQueryClient();
  session = openLiveSession(queryClient);
});

/** With Ben in the list, and these of his messages in the conversation, all of them seen. */
function open(...numbers: [number, number]): () => void {
  queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Ada' });
  queryClient.setQueryData(userQueries.list().queryKey, [BEN]);
  queryClient.setQueryData(messageKeys.history(PEER), {
    pages: [makeMessages(...numbers, { seen: true })],
    hasOlder: false,
  });
  const { stop } = startLedger(queryClient);
  onTestFinished(stop);
  return stop;
}

const hear = (event: string, payload: unknown) =>
  session.handleEvents([{ name: event, payload: [payload] }]);
const ledger = () => queryClient.getQueryData(writesQuery().queryKey) ?? [];

test('An event is a duplicate if its message was there, late if it has its place before newer ones, and an echo of an own act', () => {
  open(1, 1);
  for (const number of [5, 4, 4]) hear('newMessage', makeMessage(number));
  const sent = makeMessage(6, { senderId: ME, receiverId: PEER });
  for (const message of [sent, sent]) hear('messageSent', message);
  expect(ledger().map(({ verdict }) => verdict)).toEqual([
    'duplicate',
    'applied',
    'duplicate',
    'late',
    'applied',
  ]);
  expect(ledger()[0]?.isEcho).toBe(true);
});

test('The ledger has the last 200, and costs nothing while Devtools is closed: no entry and no listener stays', () => {
  const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
  const countListeners = () => caches.map((cache) => Reflect.get(cache, 'listeners').size);
  const before = countListeners();
  const stop = open(1, 1);
  expect(countListeners()).not.toEqual(before);
  for (let number = 2; number <= 230; number += 1) hear('newMessage', makeMessage(number));
  expect(ledger()).toHaveLength(200);
  expect(ledger()[0]?.messageId).toBe(idOf(230));
  stop();
  hear('newMessage', makeMessage(231));
  expect(countListeners()).toEqual(before);
  expect(queryClient.getQueryCache().find({ queryKey: writesQuery().queryKey })).toBeUndefined();
});
