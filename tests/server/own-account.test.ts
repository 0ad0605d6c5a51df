/** Password, sessions and the end of an account. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  AuthResponse,
  ConversationResponse,
  SessionsResponse,
  UsersResponse,
} from '../../src/protocol/http.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join, type Listener, listen } from './support/sockets.ts';

const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
const NEW_PASSWORD = 'quite another one';

let server: TestServer;
let ada: Member;
let grace: Member;
beforeEach(async () => {
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
});
afterEach(() => server.close());

const check = async ({ token }: Pick<Member, 'token'>) =>
  (await call(server.url, 'GET', '/auth/check', { token })).status;

async function logIn(member: Member, password = member.password, agent = 'Test'): Promise<Member> {
  const { body } = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
    body: { email: member.email, password },
    headers: { 'user-agent': agent },
  });
  if (!body.success) throw new Error(body.message);
  return { ...member, token: body.token };
}

async function listSessions(member: Member) {
  const { body } = await call<SessionsResponse>(server.url, 'GET', '/auth/sessions', member);
  if (!body.success) throw new Error(body.message);
  return body.sessions;
}

const disconnected = ({ socket }: Listener) =>
  new Promise((resolve) => socket.once('disconnect', resolve));

test('Logging out cuts the windows of the session also when it is done and its answer is lost', async () => {
  await server.close();
  const started: Promise<Worker[]> = once(process, 'worker');
  server = await startServer();
  const [writer] = await started;
  const eve = await signUp(server.url, 'Eve');
  const window = await join(server.url, eve);
  const ended = disconnected(window);
  // The thread dies when it has committed, before anybody hears of it.
  writer?.removeAllListeners('message').once('message', () => writer.terminate());
  expect((await call(server.url, 'POST', '/auth/logout', eve)).status).toBe(504);
  expect(await ended).toBe('io server disconnect');
  expect(await check(eve)).toBe(401);
});

test('A changed email logs in, and is told to the person’s own windows alone', async () => {
  const own = await join(server.url, ada, { auth: { token: ada.token, wants: ['ownDevices'] } });
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

describe('Changing the password', () => {
  const change = (member: Member, password: string, newPassword: string) =>
    call(server.url, 'PUT', '/auth/password', {
      token: member.token,
      body: { password, newPassword },
    });

  test('signs out every other session and its sockets, and keeps this one', async () => {
    const elsewhere = await logIn(ada);
    const here = await join(server.url, ada);
    const there = await join(server.url, elsewhere);
    const ended = disconnected(there);
    expect((await change(ada, ada.password, NEW_PASSWORD)).status).toBe(200);
    expect(await ended).toBe('io server disconnect');
    expect(await check(elsewhere)).toBe(401);
    expect(await check(ada)).toBe(200);
    expect(here.socket.connected).toBe(true);
    await expect(logIn(ada)).rejects.toThrow('Wrong');
    await logIn(ada, NEW_PASSWORD);
    here.close();
  });

  test('signs them out also when it is done and its answer is lost', async () => {
    await server.close();
    const started: Promise<Worker[]> = once(process, 'worker');
    server = await startServer();
    const [writer] = await started;
    const eve = await signUp(server.url, 'Eve');
    const elsewhere = await logIn(eve);
    const there = await join(server.url, elsewhere);
    const ended = disconnected(there);
    // The thread dies when it has committed, before anybody hears of it.
    writer?.removeAllListeners('message').once('message', () => writer.terminate());
    expect((await change(eve, eve.password, NEW_PASSWORD)).status).toBe(504);
    expect(await ended).toBe('io server disconnect');
    expect([await check(elsewhere), await check(eve)]).toEqual([401, 200]);
    await logIn(eve, NEW_PASSWORD);
  });

  test('needs the one so far, and one that is long and not common', async () => {
    const wrong = await change(ada, 'not the password', NEW_PASSWORD);
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: 'Wrong password.' },
    });
    expect((await change(ada, ada.password, 'short')).status).toBe(400);
    expect((await change(ada, ada.password, 'password1')).status).toBe(400);
    expect((await change(ada, ada.password, 'x'.repeat(129))).status).toBe(400);
    expect((await change(ada, ada.password, ada.email.toUpperCase())).status).toBe(400);
    await logIn(ada);
  });

  test.each([
    ['change the password', 'PUT', '/auth/password'],
    ['delete the account', 'POST', '/auth/delete-account'],
  ])('leaves whoever knew the one before nothing to do: not to %s', async (_what, method, path) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const goMeanwhile = async () => {
      const go = meanwhile;
      meanwhile = undefined;
      await go?.();
    };
    await server.close();
    server = await startServer({
      // Right behind the look at the password.
      wrapStore: (store) => ({
        ...store,
        changePassword: (change) => goMeanwhile().then(() => store.changePassword(change)),
        deleteUser: (deletion) => goMeanwhile().then(() => store.deleteUser(deletion)),
      }),
    });
    const eve = await signUp(server.url, 'Eve');
    const thief = await logIn(eve);
    meanwhile = () => change(eve, eve.password, NEW_PASSWORD);
    const body = { password: eve.password, newPassword: 'what the thief wants' };
    expect(await call(server.url, method, path, { token: thief.token, body })).toMatchObject({
      status: 400,
      body: { message: 'Wrong password.' },
    });
    expect([await check(thief), await check(eve)]).toEqual([401, 200]);
    await logIn(eve, NEW_PASSWORD);
  });

  test('cannot be used to guess without end', async () => {
    const strict = await startServer({
      config: { RATE_LIMITS: true, FAILED_LOG_INS_PER_ACCOUNT: 2 },
    });
    const eve = await signUp(strict.url, 'Eve');
    const statuses: number[] = [];
    for (let number = 0; number < 3; number += 1) {
      const body = { password: `guess ${number}`, newPassword: NEW_PASSWORD };
      const answer = await call(strict.url, 'PUT', '/auth/password', { token: eve.token, body });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([400, 400, 429]);
    await strict.close();
  });
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

  test('end one by one, from anywhere, with their sockets', async () => {
    const phone = await logIn(ada);
    const there = await join(server.url, phone);
    const ended = disconnected(there);
    const [session] = (await listSessions(ada)).filter(({ isCurrent }) => !isCurrent);
    const end = (member: Member) =>
      call(server.url, 'POST', `/auth/sessions/${session?._id}/end`, member);
    expect((await end(grace)).status).toBe(404);
    expect((await end(ada)).status).toBe(200);
    expect(await ended).toBe('io server disconnect');
    expect([await check(phone), await check(ada), (await end(ada)).status]).toEqual([
      401, 200, 404,
    ]);
  });

  test('end in one call, all but the one that asks', async () => {
    const [phone, tablet] = [await logIn(ada), await logIn(ada)];
    const there = await join(server.url, phone);
    const ended = disconnected(there);
    const path = '/auth/sessions/end-others';
    expect((await call(server.url, 'POST', path, ada)).status).toBe(200);
    expect(await ended).toBe('io server disconnect');
    const all = [ada, phone, tablet, grace];
    expect(await Promise.all(all.map(check))).toEqual([200, 401, 401, 200]);
    expect(await listSessions(ada)).toHaveLength(1);
    expect((await call(server.url, 'POST', path)).status).toBe(401);
  });

  test('are a hundred at most: the oldest ends, with its sockets', async () => {
    const there = await join(server.url, ada);
    const ended = disconnected(there);
    const session = { userId: ada.id, client: 'Script' };
    const ends = { expiresAt: Date.now() + SESSION_MS, endsAt: Date.now() + SESSION_MS };
    for (let number = 0; number < 99; number += 1) {
      await server.store.createSession({ ...session, ...ends, tokenHash: `hash ${number}` });
    }
    expect(await check(ada)).toBe(200);
    const last = await logIn(ada);
    expect(await ended).toBe('io server disconnect');
    expect([await check(ada), await check(last)]).toEqual([401, 200]);
    expect(await listSessions(last)).toHaveLength(100);
  });

  describe('that did not show the password for a while', () => {
    let now = Date.now();
    let elsewhere: Member;
    beforeEach(async () => {
      now = Date.now();
      await server.close();
      server = await startServer({ clock: () => now });
      ada = await signUp(server.url, 'Ada');
      elsewhere = await logIn(ada);
    });
    const end = async (password?: string, other = true) => {
      const sessions = await listSessions(ada);
      const session = sessions.find(({ isCurrent }) => isCurrent !== other);
      return call(server.url, 'POST', `/auth/sessions/${session?._id}/end`, {
        token: ada.token,
        ...(password !== undefined && { body: { password } }),
      });
    };

    test('end another only with it, and then go on without it for a while', async () => {
      now += 11 * 60_000;
      const third = await logIn(ada);
      expect(await end()).toMatchObject({
        status: 403,
        body: { success: false, message: 'Enter your password to log out another device.' },
      });
      expect((await end('')).status).toBe(403);
      expect(await end('not the password')).toMatchObject({
        status: 400,
        body: { message: 'Wrong password.' },
      });
      expect([await check(elsewhere), await check(third)]).toEqual([200, 200]);
      expect((await end(ada.password)).status).toBe(200);
      now += 9 * 60_000;
      expect((await end()).status).toBe(200);
      expect([await check(elsewhere), await check(third)]).toEqual([401, 401]);
      await logIn(ada);
      now += 2 * 60_000;
      expect((await end()).status).toBe(403);
      expect(await check(ada)).toBe(200);
    });

    test('end all others only with it', async () => {
      now += 11 * 60_000;
      const endOthers = (body: object) =>
        call(server.url, 'POST', '/auth/sessions/end-others', { token: ada.token, body });
      expect((await endOthers({})).status).toBe(403);
      expect((await endOthers({ password: 'not the password' })).status).toBe(400);
      expect(await check(elsewhere)).toBe(200);
      expect((await endOthers({ password: ada.password })).status).toBe(200);
      expect([await check(elsewhere), await check(ada)]).toEqual([401, 200]);
    });

    test('end themselves without it', async () => {
      now += 11 * 60_000;
      expect((await end(undefined, false)).status).toBe(200);
      expect([await check(ada), await check(elsewhere)]).toEqual([401, 200]);
    });

    test('cannot be used to guess it without end', async () => {
      await server.close();
      server = await startServer({
        clock: () => now,
        config: { RATE_LIMITS: true, FAILED_LOG_INS_PER_ACCOUNT: 2 },
      });
      ada = await signUp(server.url, 'Ada');
      await logIn(ada);
      now += 11 * 60_000;
      const tried = [];
      for (let number = 0; number < 3; number += 1)
        tried.push((await end(`guess ${number}`)).status);
      expect(tried).toEqual([400, 400, 429]);
    });
  });

  test('end after 180 days, however much they are used', async () => {
    let now = Date.now();
    await server.close();
    server = await startServer({ clock: () => now });
    ada = await signUp(server.url, 'Ada');
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

  test.each(['ended', 'expired'] as const)(
    'that %s while a socket was let in leave it no place',
    async (how) => {
      let now = Date.now();
      const late = await startServer({
        clock: () => now,
        wrapStore: (store) => ({
          ...store,
          // The session is over right behind the look at it.
          async listBlocked(userId) {
            const blocked = await store.listBlocked(userId);
            if (how === 'expired') now += SESSION_MS;
            else await call(late.url, 'POST', '/auth/logout', eve);
            return blocked;
          },
        }),
      });
      const eve = await signUp(late.url, 'Eve');
      // It may be cut before it is told who is online.
      const listener = listen(late.url, eve);
      await disconnected(listener);
      expect(listener.socket.connected).toBe(false);
      await late.close();
    },
  );
});

describe('Deleting the account', () => {
  const remove = (member: Member, password = member.password) =>
    call(server.url, 'POST', '/auth/delete-account', { token: member.token, body: { password } });
  const people = async (member: Member) =>
    (await call<UsersResponse>(server.url, 'GET', '/messages/users', member)).body;

  test('needs the password', async () => {
    expect((await remove(ada, 'not the password')).status).toBe(400);
    expect(await check(ada)).toBe(200);
  });

  test('forgets the person, ends all sessions, and leaves the messages under another name', async () => {
    const picture = makeDataUrl(makePng(3, 3));
    const profile = { fullName: 'Ada', bio: 'Secret bio', profilePic: picture };
    const { body } = await call<{ user: { profilePic: string } }>(
      server.url,
      'PUT',
      '/auth/update-profile',
      { token: ada.token, body: profile },
    );
    const stranger = await signUp(server.url, 'Stranger');
    const message = await send(server.url, ada, grace, 'Keep this');
    const graces = await join(server.url, grace);
    const adas = await join(server.url, ada);
    const ended = disconnected(adas);

    expect((await remove(ada)).status).toBe(200);
    await ended;
    const nameless = { _id: ada.id, fullName: 'Deleted account', bio: '' };
    expect(
      await graces.hear('profileChanged', ({ _id, deleted }) => _id === ada.id && deleted === true),
    ).toEqual({
      ...nameless,
      deleted: true,
    });
    expect(await people(grace)).toMatchObject({
      users: [{ ...nameless, lastMessage: { text: 'Keep this' } }, { fullName: 'Stranger' }],
      unseenMessages: { [ada.id]: 1 },
    });
    expect(await people(stranger)).toMatchObject({ users: [{ fullName: 'Grace' }] });
    const read = await call<ConversationResponse>(server.url, 'GET', `/messages/${ada.id}`, grace);
    expect(read.body).toMatchObject({ messages: [{ _id: message._id, text: 'Keep this' }] });
    expect(await people(grace)).toMatchObject({ unseenMessages: {} });

    expect(await check(ada)).toBe(401);
    await expect(logIn(ada)).rejects.toThrow('Wrong');
    expect((await fetch(server.url + body.user.profilePic)).status).toBe(404);
    const reply = await call(server.url, 'POST', `/messages/send/${ada.id}`, {
      token: grace.token,
      body: { text: 'Are you there?' },
    });
    expect(reply.status).toBe(404);
    graces.close();
  });

  test('frees the email, for an account that has nothing of the old one', async () => {
    await send(server.url, ada, grace, 'Old');
    await remove(ada);
    const { body } = await call<AuthResponse>(server.url, 'POST', '/auth/signup', {
      body: { fullName: 'New', email: ada.email, password: ada.password, bio: 'x' },
    });
    if (!body.success) throw new Error(body.message);
    expect(body.userData._id).not.toBe(ada.id);
    const read = await call(server.url, 'GET', `/messages/${grace.id}`, body);
    expect(read.body).toMatchObject({ messages: [] });
  });
});
