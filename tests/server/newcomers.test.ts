/** What those who are online are told of somebody who joins, changes, or goes: enough to load no list for it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, signUp } from './support/calls.ts';
import { join, type Listener } from './support/sockets.ts';

const ONLINE = 20;

let server: TestServer;
let members: Member[];
let listeners: Listener[];
/** How often the reader was asked for a whole list. */
let listed = 0;

beforeEach(async () => {
  server = await startServer({
    wrapReader: (reader) => ({
      ...reader,
      listUsers(...asked) {
        listed += 1;
        return reader.listUsers(...asked);
      },
    }),
  });
  members = [];
  listeners = [];
  for (let number = 0; number < ONLINE; number += 1) {
    const member = await signUp(server.url, `Member ${number}`);
    members.push(member);
    const auth = { token: member.token, wants: ['presence'] };
    listeners.push(await join(server.url, member, { auth }));
  }
  listed = 0;
});
afterEach(async () => {
  for (const { close } of listeners) close();
  await server.close();
});

const hearOf = (id: string) =>
  Promise.all(
    listeners.map((listener) => listener.hear('profileChanged', ({ _id }) => _id === id)),
  );

test('Everybody hears who has joined, as a list shows them, before that person comes online', async () => {
  const newcomer = await signUp(server.url, 'Newcomer');
  const told = await hearOf(newcomer.id);
  const profile = { _id: newcomer.id, fullName: 'Newcomer', bio: 'I am Newcomer.' };
  expect(told).toEqual(listeners.map(() => profile));
  const seen = await join(server.url, newcomer);
  await Promise.all(
    listeners.map((listener) =>
      listener.hear('presence', (changes) => changes.some(({ userId }) => userId === newcomer.id)),
    ),
  );
  seen.close();
  expect(listed).toBe(0);
});

test('Whoever deletes their account is told of as deleted, so that nobody takes them for a newcomer', async () => {
  const leaving = await signUp(server.url, 'Leaving');
  await hearOf(leaving.id);
  await call(server.url, 'POST', '/auth/delete-account', {
    token: leaving.token,
    body: { password: leaving.password },
  });
  await Promise.all(
    listeners.map((listener) =>
      listener.hear('profileChanged', ({ _id, deleted }) => _id === leaving.id && deleted === true),
    ),
  );
});

test('A changed name is told to each window once', async () => {
  const [first] = members;
  if (!first) throw new Error('Nobody is there.');
  const countHeard = () =>
    listeners.map(
      ({ heard }) =>
        heard('profileChanged').filter(({ fullName }) => fullName === 'Renamed').length,
    );
  await call(server.url, 'PUT', '/auth/update-profile', {
    token: first.token,
    body: { fullName: 'Renamed', bio: 'Here' },
  });
  await expect.poll(countHeard).toEqual(listeners.map(() => 1));
  expect(listed).toBe(0);
});
