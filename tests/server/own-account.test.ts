/** Password, sessions and the end of an account. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { OwnUserResponse, SessionsResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import {
  askFor,
  call,
  checkSession,
  listPeople,
  logIn as logInAt,
  type Member,
  readConversation,
  send,
  signUp,
} from './support/calls.ts';
import { ada, grace, openPair, server, startPair } from './support/pair.ts';
import { join, listen } from './support/sockets.ts';

const NEW_PASSWORD = 'quite another one';

openPair();

const check = (member: Pick<Member, 'token'>) => checkSession(server.url, member);
const logIn = (member: Member, password = member.password, agent = 'Test') =>
  logInAt(server.url, member, { password, agent });
const listSessions = async (member: Member) =>
  (await askFor<SessionsResponse>(server.url, 'GET', '/auth/sessions', member)).sessions;

test('A changed email logs in, and is told to the person’s own windows alone', async () => {
  const own = await join(server.url, ada, { wants: ['ownDevices'] });
  const graces = await join(server.url, grace);
  const change = (email: string, password = ada.password) =>
    call(server.url, 'PUT', '/auth/email', { token: ada.token, body: { email, password } });
  const email = 'new@example.org';
  expect((await change(email, 'not the password')).status).toBe(400);
  expect((await change(grace.email)).status).toBe(409);
  expect(await change(email)).toMatchObject({ status: 200, body: { user: { email } } });
  expect(await own.hear('emailChanged')).toEqual({ email });
  await send(server.url, ada, grace, 'Later');
  await graces.hear('newMessage');
  expect(graces.heard('emailChanged')).toEqual([]);
  await expect(logIn(ada)).rejects.toThrow('Wrong');
  await logIn({ ...ada, email });
});

/** A server whose writing thread dies when it has committed what comes next, before anybody hears of it. */
async function startDying(): Promise<() => void> {
  const started: Promise<Worker[]> = once(process, 'worker');
  await startPair();
  const [writer] = await started;
  return () => writer?.removeAllListeners('message').once('message', () => writer.terminate());
}

const change = ({ token }: Member, password: string, newPassword: string) =>
  call(server.url, 'PUT', '/auth/password', { token, body: { password, newPassword } });

test('What ends a session cuts its windows also when it is done and its answer is lost', async () => {
  for (const [end, statuses] of [
    [({ token }: Member) => call(server.url, 'POST', '/auth/logout', { token }), [401, 200]],
    [(eve: Member) => change(eve, eve.password, NEW_PASSWORD), [200, 401]],
  ] as const) {
    const die = await startDying();
    const here = await signUp(server.url, 'Eve');
    const there = await logIn(here);
    const { ended } = await join(server.url, statuses[0] === 401 ? here : there);
    die();
    expect((await end(here)).status).toBe(504);
    expect(await ended).toBe('io server disconnect');
    expect([await check(here), await check(there)]).toEqual(statuses);
  }
});

test('A new password signs out every other session and its sockets, and keeps this one', async () => {
  const elsewhere = await logIn(ada);
  const here = await join(server.url, ada);
  const { ended } = await join(server.url, elsewhere);
  for (const [password, newPassword] of [
    ['not the password', NEW_PASSWORD],
    ...['short', 'password1', 'x'.repeat(129), ada.email.toUpperCase()].map(
      (refused) => [ada.password, refused] as const,
    ),
  ] as const) {
    expect((await change(ada, password, newPassword)).status).toBe(400);
  }
  expect((await change(ada, ada.password, NEW_PASSWORD)).status).toBe(200);
  expect(await ended).toBe('io server disconnect');
  expect([await check(elsewhere), await check(ada)]).toEqual([401, 200]);
  expect(here.socket.connected).toBe(true);
  await expect(logIn(ada)).rejects.toThrow('Wrong');
  await logIn(ada, NEW_PASSWORD);
});

describe('The sessions', () => {
  test('are listed to their owner with what is known of each', async () => {
    const phone = await logIn(ada, ada.password, 'Phone\u00e9 1.0');
    const sessions = await listSessions(phone);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      client: 'Phone 1.0',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: true,
    });
    expect(JSON.stringify(sessions)).not.toContain(phone.token);
  });

  test('end one by one, or all but the one that asks, from anywhere, with their sockets', async () => {
    const [phone, tablet, laptop] = [await logIn(ada), await logIn(ada), await logIn(ada)];
    const { ended: phoneEnds } = await join(server.url, phone);
    const { ended: tabletEnds } = await join(server.url, tablet);
    const sessions = await listSessions(phone);
    const path = `/auth/sessions/${sessions.find(({ isCurrent }) => isCurrent)?._id}/end`;
    const end = async (member: Member) => (await call(server.url, 'POST', path, member)).status;
    expect([await end(grace), await end(ada), await end(ada)]).toEqual([404, 200, 404]);
    expect(await phoneEnds).toBe('io server disconnect');
    const all = () => Promise.all([ada, phone, tablet, laptop, grace].map(check));
    expect(await all()).toEqual([200, 401, 200, 200, 200]);
    expect((await call(server.url, 'POST', '/auth/sessions/end-others', ada)).status).toBe(200);
    expect(await tabletEnds).toBe('io server disconnect');
    expect(await all()).toEqual([200, 401, 401, 401, 200]);
  });

  test('that did not show the password for a while end another only with it, and then go on without it for a while', async () => {
    let now = Date.now();
    const config = { RATE_LIMITS: true, FAILED_LOG_INS_PER_ACCOUNT: 3 };
    await startPair({ clock: () => now, config });
    const elsewhere = await logIn(ada);
    const end = async (password?: string, other = true) => {
      const session = (await listSessions(ada)).find(({ isCurrent }) => isCurrent !== other);
      return call(server.url, 'POST', `/auth/sessions/${session?._id}/end`, {
        token: ada.token,
        ...(password !== undefined && { body: { password } }),
      });
    };
    const endOthers = async (body: object) =>
      (await call(server.url, 'POST', '/auth/sessions/end-others', { token: ada.token, body }))
        .status;
    now += 11 * 60_000;
    const third = await logIn(ada);
    expect(await end()).toMatchObject({
      status: 403,
      body: { success: false, message: 'Enter your password to log out another device.' },
    });
    expect([await endOthers({}), await endOthers({ password: 'wrong' })]).toEqual([403, 400]);
    expect((await end('wrong')).body.message).toBe('Wrong password.');
    expect([await check(elsewhere), await check(third)]).toEqual([200, 200]);
    expect((await end(ada.password)).status).toBe(200);
    now += 9 * 60_000;
    expect(await endOthers({})).toBe(200);
    expect([await check(elsewhere), await check(third)]).toEqual([401, 401]);

    const last = await logIn(ada);
    now += 11 * 60_000;
    const guesses = [];
    for (const guess of ['1', '2', '3', '4']) guesses.push((await end(guess)).status);
    expect(guesses).toEqual([400, 400, 400, 429]);
    // Themselves without it.
    expect((await end(undefined, false)).status).toBe(200);
    expect([await check(ada), await check(last)]).toEqual([401, 200]);
  });

  test('end after 180 days, however much they are used', async () => {
    let now = Date.now();
    await startPair({ clock: () => now });
    for (let day = 0; day < 179; day += 20) {
      expect(await check(ada)).toBe(200);
      // Written a moment later.
      const readUse = async () => (await listSessions(ada))[0]?.lastUsedAt;
      await expect.poll(readUse).toBe(new Date(now).toISOString());
      now += 20 * 24 * 60 * 60 * 1000 - 1;
    }
    expect(now).toBeGreaterThan(Date.now() + 179 * 24 * 60 * 60 * 1000);
    expect(await check(ada)).toBe(200);
    expect((await listSessions(ada)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    now += 1000;
    expect(await call(server.url, 'GET', '/auth/check', ada)).toMatchObject({
      status: 401,
      body: { message: 'Your session has ended. Log in again.' },
    });
  });

  test('that end while a socket was let in leave it no place', async () => {
    await startPair({
      wrapStore: (store) => ({
        ...store,
        // The session is over right behind the look at it.
        async listBlocked(userId) {
          const blocked = await store.listBlocked(userId);
          await call(server.url, 'POST', '/auth/logout', eve);
          return blocked;
        },
      }),
    });
    const eve = await signUp(server.url, 'Eve');
    // It may be cut before it is told who is online.
    const listener = listen(server.url, eve);
    await listener.ended;
    expect(listener.socket.connected).toBe(false);
  });
});

const remove = (member: Member, password = member.password) =>
  call(server.url, 'POST', '/auth/delete-account', { token: member.token, body: { password } });
const people = (member: Member) => listPeople(server.url, member);

test('Deleting the account forgets the person, ends all sessions, and leaves the messages under another name', async () => {
  const picture = makeDataUrl(makePng(3, 3));
  const profile = { fullName: 'Ada', bio: 'Secret bio', profilePic: picture };
  const asked = { token: ada.token, body: profile };
  const path = '/auth/update-profile';
  const { user } = await askFor<OwnUserResponse>(server.url, 'PUT', path, asked);
  const stranger = await signUp(server.url, 'Stranger');
  const message = await send(server.url, ada, grace, 'Keep this');
  const graces = await join(server.url, grace);
  const { ended } = await join(server.url, ada);

  expect((await remove(ada, 'not the password')).status).toBe(400);
  expect((await remove(ada)).status).toBe(200);
  await ended;
  const nameless = { _id: ada.id, fullName: 'Deleted account', bio: '' };
  const told = await graces.hear('profileChanged', ({ deleted }) => deleted === true);
  expect(told).toEqual({ ...nameless, deleted: true });
  expect(await people(grace)).toMatchObject({
    users: [{ ...nameless, lastMessage: { text: 'Keep this' } }, { fullName: 'Stranger' }],
    unseenMessages: { [ada.id]: 1 },
  });
  expect(await people(stranger)).toMatchObject({ users: [{ fullName: 'Grace' }] });
  const { messages } = await readConversation(server.url, grace, ada);
  expect(messages).toMatchObject([{ _id: message._id, text: 'Keep this' }]);

  expect(await check(ada)).toBe(401);
  await expect(logIn(ada)).rejects.toThrow('Wrong');
  expect((await fetch(server.url + user.profilePic)).status).toBe(404);
  await expect(send(server.url, grace, ada, 'Are you there?')).rejects.toThrow();
});
