/** What Devtools records, and that the same events have the same effect when it is played. */
import { readFileSync } from 'node:fs';
import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { startLedger } from '../../src/devtools/ledger.ts';
import { describePage, stateAfter, writeRecording } from '../../src/devtools/recording.ts';
import { userQueries } from '../../src/people/users.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { authQueries } from '../../src/session/auth.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { clearUnseen } from '../../src/stores/unseen.ts';
import { openLiveSession } from './support/live-session.ts';
import { idOf, ME, makeMessage, makeMessages, PEER } from './support/messages.ts';
import { readRecording, replay } from './support/replay.ts';
import { setLookedAt } from './support/window.ts';

const TAIL = JSON.stringify(messageKeys.tail(PEER));

beforeEach(() => {
  // No server is there.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  onTestFinished(() => void vi.unstubAllGlobals());
});

/** Ada with Ben's conversation open: receives, sends and is read by Ben. */
function record() {
  clearUnseen();
  clearSelection();
  setLookedAt(true);
  const queryClient = makeQueryClient();
  const session = openLiveSession(queryClient);
  const hear = (name: string, payload: unknown) =>
    session.handleEvents([{ name, payload: [payload] }]);
  hear('hello', { features: FEATURES });
  queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Ada' });
  queryClient.setQueryData(userQueries.list().queryKey, [{ _id: PEER, fullName: 'Ben Secret' }]);
  queryClient.setQueryData(messageKeys.history(PEER), {
    pages: [makeMessages(1, 3, { seen: true })],
    hasOlder: false,
  });
  selectUser(PEER);
  const ledger = startLedger(queryClient);
  onTestFinished(ledger.stop);
  hear('newMessage', makeMessage(4));
  hear('newMessage', makeMessage(4));
  setLookedAt(false);
  hear('newMessage', makeMessage(5));
  hear('messageSent', makeMessage(6, { senderId: ME, receiverId: PEER }));
  hear('seen', { userId: PEER, from: idOf(6), upTo: idOf(6) });
  hear('getOnlineUsers', [ME, PEER]);
  return { queryClient, getRecording: ledger.getRecording, recording: ledger.getRecording() };
}

test('A recording is a file that gives the same entries at each moment, and whose events have the same effect', () => {
  const { queryClient, recording } = record();
  const read = readRecording(writeRecording(recording, { withTexts: true }));
  const count = read.moments.length;
  expect(count).toBe(recording.moments.length);
  for (const moment of [0, 1, count])
    expect(stateAfter(read, moment)).toEqual(stateAfter(recording, moment));
  expect(stateAfter(read, count).entries.get(TAIL)?.data).toEqual(
    queryClient.getQueryData(messageKeys.tail(PEER)),
  );
  expect(replay(read)).toEqual([]);
});

test('A recording has no words of people when they are left out, and plays all the same', () => {
  const { queryClient, getRecording } = record();
  queryClient.setQueryData([...messageKeys.tail(PEER).slice(0, 2), 'search', 'Secret'], []);
  queryClient.setQueryData(['auth', 'me'], {
    _id: ME,
    fullName: 'Ada',
    email: 'ada@example.org',
    bio: 'Secret',
    profilePic: '/api/v1/media/capability',
  });
  queryClient.setQueryData(['auth', 'sessions'], [{ _id: '1', client: 'Firefox of Ada' }]);
  const about = describePage(queryClient);
  const text = writeRecording(getRecording(), { withTexts: false, about });
  expect(text).not.toMatch(/Secret|Ada|ada@|message \d|capability|Firefox of/);
  const [head = ''] = text.split('\n');
  expect(JSON.parse(head)).toMatchObject({ about: { features: FEATURES } });
  expect(replay(readRecording(text))).toEqual([]);
});

test('A recording has nothing that was entered in a form, or answered to it', async () => {
  const { queryClient, getRecording } = record();
  const form = new MutationObserver(queryClient, {
    mutationFn: async (_password: string) => ({ code: 'secret code' }),
  });
  await form.mutate('secret password');
  const text = writeRecording(getRecording(), { withTexts: true });
  expect(text).toContain('"form"');
  expect(text).not.toContain('secret');
});

test('A recording of the bug in docs/finding-a-bug.md differs where the bug was, and nowhere else', () => {
  const text = readFileSync('docs/recordings/wrong-order.jsonl', 'utf8');
  const [found, ...others] = replay(readRecording(text));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ moment: 5, event: 'newMessage', key: TAIL });
  expect(found?.recorded).toMatchObject([4, 6, 5].map((number) => ({ _id: idOf(number) })));
  expect(found?.replayed).toMatchObject([4, 5, 6].map((number) => ({ _id: idOf(number) })));
});
