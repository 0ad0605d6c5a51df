/** Who is signed in, for how long, and what those who are not cannot do. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthResponse, OwnUserResponse, SessionsResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePng, makePngOf } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { askFor, call, listPeople, logIn, type Member, send, signUp } from './support/calls.ts';
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
  call<OwnUserResponse>(server.url, 'GET', '/auth/check', { token: member.token });

describe('Logging in', () => {
  test.each([
    ['ada@xn--mnchen-3ya.example', 'Ada@MÜNCHEN.Example', 'ada@münchen.example'],
    ['ada@mu\u0308nchen。example', 'ada@münchen.example', 'ada@münchen.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah', 'ada@例え.テスト'],
  ])('knows both spellings of an international domain: %s, %s', async (first, second, shown) => {
    const enter = (mode: string, email: string) =>
      call<AuthResponse>(server.url, 'POST', `/auth/${mode}`, {
        body: { fullName: 'Ada', email, password: 'long enough', bio: 'Hi.' },
      });
    expect(await enter('signup', first)).toMatchObject({ body: { userData: { email: shown } } });
    expect((await enter('signup', second)).status).toBe(409);
    for (const email of [first, second]) expect((await enter('login', email)).status).toBe(200);
  });
});

describe('A session', () => {
  test('ends 30 days after its last use, which is noted at most once an hour', async () => {
    const ada = await signUp(server.url);
    const opened = new Date(now).toISOString();
    const list = async (member: Pick<Member, 'token'> = ada) =>
      (await call<SessionsResponse>(server.url, 'GET', '/auth/sessions', member)).body;
    now += HOUR_MS;
    expect(await list()).toMatchObject({ sessions: [{ createdAt: opened, lastUsedAt: opened }] });
    now += 1;
    await check(ada);
    const lastUsedAt = new Date(now).toISOString();
    await expect.poll(() => list()).toMatchObject({ sessions: [{ lastUsedAt }] });
    now += HOUR_MS;
    const later = await logIn(server.url, ada);
    now += SESSION_MS - HOUR_MS;
    expect(await check(ada)).toMatchObject({
      status: 401,
      body: { success: false, message: 'Your session has ended. Log in again.' },
    });
    expect(await list(later)).toMatchObject({ sessions: [{ isCurrent: true }] });
  });

  test('that is over is forgotten within the hour, and its windows are closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    // Both clocks go on alike.
    const swept = await startServer({ clock: () => now, now: () => now });
    try {
      const ada = await signUp(swept.url);
      const window = await join(swept.url, ada);
      now += SESSION_MS;
      vi.advanceTimersByTime(HOUR_MS);
      expect(await window.ended).toBe('io server disconnect');
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

describe('A profile', () => {
  test('takes a picture and a small version, keeps both when only name and bio are sent, takes another, and removes it', async () => {
    const [ada, grace] = [await signUp(server.url, 'Ada'), await signUp(server.url, 'Grace')];
    const { token } = ada;
    const change = async (path: string, body: object) =>
      (await askFor<OwnUserResponse>(server.url, 'PUT', path, { token, body })).user;
    const save = (profilePic?: string, removePicture?: boolean) =>
      change('/auth/update-profile', { fullName: 'Ada', bio: 'Hi.', profilePic, removePicture });
    const statusOf = async (address = '') => (await fetch(server.url + address)).status;
    const { profilePic = '' } = await save(makeDataUrl(makePng(200, 200)));
    expect(profilePic).toMatch(/^\/api\/v1\/media\/[0-9a-f]{32}$/);
    const smallPic = makeDataUrl(makePng(96, 96));
    for (const refused of [makePng(97, 96), makePngOf(4 * 1024 + 1)]) {
      const body = { profilePic, smallPic: makeDataUrl(refused) };
      const asked = call(server.url, 'PUT', '/auth/small-picture', { token, body });
      expect((await asked).status).toBe(413);
    }

    const graces = await join(server.url, grace);
    const small = (await change('/auth/small-picture', { profilePic, smallPic })).smallPic;
    await graces.hear('profileChanged', (user) => user.smallPic === small);
    expect(await statusOf(small)).toBe(200);
    expect(await save()).toMatchObject({ profilePic, smallPic: small });

    const next = await save(makeDataUrl(makePng(5, 5)), true);
    expect(next).not.toHaveProperty('smallPic');
    expect([await statusOf(profilePic), await statusOf(small)]).toEqual([404, 404]);
    // Made of the picture before: of no use.
    expect(await change('/auth/small-picture', { profilePic, smallPic })).toEqual(next);
    // Empty says nothing, as of clients that send fields that they do not use.
    expect(await save('', false)).toEqual(next);
    expect(await save(undefined, true)).not.toHaveProperty('profilePic');
    expect(await statusOf(next.profilePic)).toBe(404);
  });

  test('is all that others see of a person', async () => {
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    // Of a long message the beginning, and no half of a character.
    const beginning = 'x'.repeat(139);
    const { _id, createdAt } = await send(server.url, ada, grace, `${beginning}😀 and so on`);
    const lastMessage = { _id, senderId: ada.id, text: beginning, createdAt };
    expect(await listPeople(server.url, grace)).toEqual({
      success: true,
      users: [{ _id: ada.id, fullName: 'Ada', bio: 'I am Ada.', lastMessage }],
      unseenMessages: { [ada.id]: 1 },
    });
  });
});
