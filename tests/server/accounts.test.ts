/** Who is signed in, for how long, and what those who are not cannot do. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  AuthResponse,
  CheckResponse,
  SessionsResponse,
  UpdateProfileResponse,
  UsersResponse,
} from '../../src/protocol/http.ts';
import { makeDataUrl, makePng, makePngOf } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

const HOUR_MS = 60 * 60 * 1000;
const SESSION_MS = 30 * 24 * HOUR_MS;

let server: TestServer;
let now: number;
beforeEach(async () => {
  now = Date.now();
  server = await startServer({ clock: () => now });
});
afterEach(() => server.close());

const check = (member: Pick<Member, 'token'>) =>
  call<CheckResponse>(server.url, 'GET', '/auth/check', { token: member.token });

describe('Logging in', () => {
  test('answers an unknown email and a wrong password alike', async () => {
    const ada = await signUp(server.url);
    const logIn = (email: string, password: string) =>
      call(server.url, 'POST', '/auth/login', { body: { email, password } });
    const unknown = await logIn('nobody@example.org', ada.password);
    const wrong = await logIn(ada.email, 'not the password');
    expect(unknown).toMatchObject({ status: 401, body: { success: false } });
    expect(wrong.status).toBe(unknown.status);
    expect(wrong.body).toEqual(unknown.body);
  });

  test.each([
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example', 'ada@münchen.example'],
    ['ada@xn--mnchen-3ya.example', 'Ada@MÜNCHEN.Example', 'ada@münchen.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah', 'ada@例え.テスト'],
    ['ada@mu\u0308nchen。example', 'ada@münchen.example', 'ada@münchen.example'],
  ])('knows both spellings of an international domain: %s, %s', async (first, second, shown) => {
    const enter = (mode: string, email: string) =>
      call<AuthResponse>(server.url, 'POST', `/auth/${mode}`, {
        body: { fullName: 'Ada', email, password: 'long enough', bio: 'Hi.' },
      });
    expect(await enter('signup', first)).toMatchObject({ body: { userData: { email: shown } } });
    expect((await enter('signup', second)).status).toBe(409);
    for (const email of [first, second]) expect((await enter('login', email)).status).toBe(200);
  });

  test.each([
    'ada@mün chen.example',
    'ada@münchen/x',
    'ünal@example.org',
    'ada@-ü-..example',
    '@ü',
  ])('is not begun with what is no email: %s', async (email) => {
    const body = { fullName: 'Ada', email, password: 'long enough', bio: 'Hi.' };
    expect((await call(server.url, 'POST', '/auth/signup', { body })).status).toBe(400);
  });
});

describe('A session', () => {
  test('ends 30 days after its last use', async () => {
    const ada = await signUp(server.url);
    now += SESSION_MS - 1;
    expect((await check(ada)).status).toBe(200);
    now += SESSION_MS;
    const ended = await check(ada);
    expect(ended).toMatchObject({
      status: 401,
      body: { success: false, message: 'Your session has ended. Log in again.' },
    });
  });

  test('is extended by use, at most once an hour', async () => {
    const extensions: number[] = [];
    const counted = await startServer({
      clock: () => now,
      wrapStore: (store) => ({
        ...store,
        extendSession(tokenHash, expiresAt) {
          extensions.push(expiresAt);
          return store.extendSession(tokenHash, expiresAt);
        },
      }),
    });
    const ada = await signUp(counted.url);
    const use = () => call(counted.url, 'GET', '/auth/check', ada);
    await use();
    now += HOUR_MS;
    await use();
    expect(extensions).toEqual([]);
    now += 1;
    await use();
    expect(extensions).toEqual([now + SESSION_MS]);
    await counted.close();
  });

  test('tells when it was last used, to within an hour', async () => {
    const ada = await signUp(server.url);
    const opened = now;
    const list = async () =>
      (await call<SessionsResponse>(server.url, 'GET', '/auth/sessions', ada)).body;
    const session = (lastUsedAt: number) => ({
      createdAt: new Date(opened).toISOString(),
      lastUsedAt: new Date(lastUsedAt).toISOString(),
    });
    now += HOUR_MS;
    expect(await list()).toMatchObject({ sessions: [session(opened)] });
    now += 1;
    await check(ada);
    await expect.poll(list).toMatchObject({ sessions: [session(now)] });
  });

  test('that is over is listed no more', async () => {
    const ada = await signUp(server.url);
    now += 2 * HOUR_MS;
    const { email, password } = ada;
    const { body } = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
      body: { email, password },
    });
    if (!body.success) throw new Error(body.message);
    now += SESSION_MS - HOUR_MS;
    expect((await call(server.url, 'GET', '/auth/sessions', body)).body).toMatchObject({
      sessions: [{ isCurrent: true }],
    });
  });

  test('that is over is forgotten within the hour, and its windows are closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    // Both clocks go on alike.
    const swept = await startServer({ clock: () => now, now: () => now });
    try {
      const ada = await signUp(swept.url);
      const window = await join(swept.url, ada);
      const closed = new Promise((resolve) => window.socket.once('disconnect', resolve));
      now += SESSION_MS;
      vi.advanceTimersByTime(HOUR_MS);
      expect(await closed).toBe('io server disconnect');
      expect(await swept.store.listSessions(ada.id)).toEqual([]);
    } finally {
      vi.useRealTimers();
      await swept.close();
    }
  });

  test('is never kept as the token itself', async () => {
    const ada = await signUp(server.url);
    await server.stop();
    const bytes = readFileSync(`${server.dataDir}/duet.db`);
    expect(bytes.includes(ada.token)).toBe(false);
    expect(bytes.includes(ada.password)).toBe(false);
    expect(bytes.includes(ada.email)).toBe(true);
  });
});

describe('Without a session', () => {
  const CALLS: Array<[string, string]> = [
    ['GET', '/auth/check'],
    ['PUT', '/auth/update-profile'],
    ['POST', '/auth/logout'],
    ['GET', '/messages/users'],
    ['GET', '/messages/GRACE'],
    ['POST', '/messages/send/GRACE'],
    ['PUT', '/messages/mark/MESSAGE'],
  ];

  test.each(CALLS)('%s %s is refused, whatever the token', async (method, path) => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const message = await send(server.url, ada, grace, 'Secret');
    const address = path.replace('GRACE', grace.id).replace('MESSAGE', message._id);
    const expired = await signUp(server.url, 'Eve');
    await call(server.url, 'POST', '/auth/logout', expired);

    const body = method === 'GET' ? {} : { body: { text: 'x', fullName: 'x', bio: 'x' } };
    for (const token of [undefined, '', 'x', grace.id, 'x'.repeat(5_000), expired.token]) {
      const answer = await call(server.url, method, address, {
        ...body,
        ...(token !== undefined && { token }),
      });
      expect(answer).toMatchObject({
        status: 401,
        body: { success: false, message: expect.stringMatching(/^[A-Z].*\.$/) },
      });
    }
  });
});

describe('A profile', () => {
  test('takes a picture, keeps it when only name and bio are sent, takes another, and removes it', async () => {
    const ada = await signUp(server.url);
    const update = async (profilePic?: string, removePicture?: boolean) => {
      const { body } = await call<UpdateProfileResponse>(
        server.url,
        'PUT',
        '/auth/update-profile',
        { token: ada.token, body: { fullName: 'Ada', bio: 'Hi.', profilePic, removePicture } },
      );
      if (!body.success) throw new Error(body.message);
      return body.user.profilePic;
    };
    expect(await update()).toBeUndefined();
    const first = await update(makeDataUrl(makePng(4, 4)));
    expect(first).toMatch(/^\/api\/v1\/media\/[0-9a-f]{32}$/);
    expect(await update()).toBe(first);
    const second = await update(makeDataUrl(makePng(5, 5)), true);
    expect(second).not.toBe(first);
    // Empty says nothing, as of clients that send fields that they do not use.
    expect(await update('', false)).toBe(second);
    expect(await update(undefined, true)).toBeUndefined();
    expect((await fetch(`${server.url}${second}`)).status).toBe(404);
    expect((await check(ada)).body).toMatchObject({ user: { fullName: 'Ada', bio: 'Hi.' } });
  });

  test('has a small version of its picture, which goes with it', async () => {
    const [ada, grace] = [await signUp(server.url, 'Ada'), await signUp(server.url, 'Grace')];
    const put = async (path: string, body: object) =>
      call<UpdateProfileResponse>(server.url, 'PUT', path, { token: ada.token, body });
    const change = async (path: string, body: object) => {
      const { body: answer } = await put(path, body);
      if (!answer.success) throw new Error(answer.message);
      return answer.user;
    };
    const save = (profilePic?: string) =>
      change('/auth/update-profile', { fullName: 'Ada', bio: 'Hi.', profilePic });
    const statusOf = async (address = '') => (await fetch(server.url + address)).status;
    const smallPic = makeDataUrl(makePng(96, 96));
    const { profilePic = '' } = await save(makeDataUrl(makePng(200, 200)));
    for (const [refused, status] of [
      [makePng(97, 96), 413],
      [makePngOf(4 * 1024 + 1), 413],
      [Buffer.from('not a picture'), 400],
    ] as const) {
      const body = { profilePic, smallPic: makeDataUrl(refused) };
      expect((await put('/auth/small-picture', body)).status).toBe(status);
    }

    const graces = await join(server.url, grace);
    const small = (await change('/auth/small-picture', { profilePic, smallPic })).smallPic;
    await graces.hear('profileChanged', (user) => user.smallPic === small);
    expect(await statusOf(small)).toBe(200);
    expect(await save()).toMatchObject({ profilePic, smallPic: small });
    const { body: list } = await call<UsersResponse>(server.url, 'GET', '/messages/users', grace);
    expect(list).toMatchObject({ users: [{ profilePic, smallPic: small }] });

    const next = await save(makeDataUrl(makePng(5, 5)));
    expect(next).not.toHaveProperty('smallPic');
    expect([await statusOf(profilePic), await statusOf(small)]).toEqual([404, 404]);
    // Made of the picture before: of no use.
    expect(await change('/auth/small-picture', { profilePic, smallPic })).toEqual(next);
  });

  test('is all that others see of a person', async () => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    await send(server.url, ada, grace, 'x'.repeat(500));
    const { body } = await call<UsersResponse>(server.url, 'GET', '/messages/users', grace);
    expect(body).toEqual({
      success: true,
      users: [
        {
          _id: ada.id,
          fullName: 'Ada',
          bio: 'I am Ada.',
          lastMessage: {
            _id: expect.any(String),
            senderId: ada.id,
            text: 'x'.repeat(140),
            createdAt: expect.any(String),
          },
        },
      ],
      unseenMessages: { [ada.id]: 1 },
    });
  });
});
