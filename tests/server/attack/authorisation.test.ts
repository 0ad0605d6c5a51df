/**
 * Who may do what: every call and every event, by nobody, by sessions that are over, by a stranger, by the
 * other person and by oneself. What is not theirs answers like what does not exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataUrl, makePng } from '../../support/pictures.ts';
import { call, type Member, signUp } from '../support/calls.ts';
import { join, listen, refusal } from '../support/sockets.ts';
import { openRaw } from './support/raw.ts';
import { createWorld, type World } from './support/world.ts';

const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
const NOBODY = 'f'.repeat(24);

let world: World;
let expired: Member;
let revoked: Member;
let now = Date.now();
beforeAll(async () => {
  world = await createWorld({ clock: () => now });
  const { url } = world.server;
  expired = await signUp(url, 'Expired');
  now += SESSION_MS + 1;
  world.ada = await logIn(world.ada);
  world.grace = await logIn(world.grace);
  world.mallory = await logIn(world.mallory);
  revoked = await signUp(url, 'Revoked');
  await call(url, 'POST', '/auth/logout', revoked);
});
afterAll(() => world.close());

async function logIn(member: Member): Promise<Member> {
  const { email, password } = member;
  const answer = await call<{ token: string }>(world.server.url, 'POST', '/auth/login', {
    body: { email, password },
  });
  return { ...member, token: answer.body.token };
}

/**
 * Ada is oneself, Grace the other person of the conversation, Mallory the stranger. `expected` are the statuses of their
 * calls; anybody who is not signed in gets 401. `about`: the id in the path; the same call about nobody is like one about
 * what is not theirs.
 */
interface Rule {
  call: string;
  expected: readonly [oneself: number, other: number, stranger: number];
  about?: () => string;
  body?: object;
}

const all = (status: number) => [status, status, status] as const;
const ofGrace = () => world.grace.id;
const ofAda = () => world.ada.id;
const ofNobody = () => NOBODY;
/** From Ada to Grace, a month ago. */
const ofFirst = () => world.messages[0]._id;
/** From Grace to Ada, so Ada's alone to mark. */
const ofSecond = () => world.messages[1]._id;
const WRONG = { password: 'not the password' };

const RULES: Rule[] = [
  { call: 'GET /auth/check', expected: all(200) },
  { call: 'GET /messages/users', expected: all(200) },
  {
    call: 'PUT /auth/update-profile',
    expected: all(400),
    body: { fullName: '', bio: '' },
  },
  { call: 'PUT /auth/small-picture', expected: all(400), body: { profilePic: 'x' } },
  {
    call: 'PUT /auth/password',
    expected: all(400),
    body: { ...WRONG, newPassword: 'quite another one' },
  },
  { call: 'PUT /auth/email', expected: all(400), body: { ...WRONG, email: 'other@example.org' } },
  // By default the operator alone invites.
  { call: 'GET /auth/invitations', expected: all(403) },
  { call: 'POST /auth/invitations', expected: all(403) },
  { call: 'POST /auth/invitations/:id/revoke', expected: all(404), about: ofNobody },
  { call: 'GET /auth/sessions', expected: all(200) },
  { call: 'GET /auth/picture-day', expected: all(200) },
  { call: 'POST /auth/delete-account', expected: all(400), body: WRONG },
  // Everybody may write to everybody, and so read what they wrote: a stranger's own part is empty.
  { call: 'GET /messages/:id?peek=true', expected: all(200), about: ofGrace },
  { call: 'GET /messages/:id/search?q=hello', expected: all(200), about: ofGrace },
  { call: 'POST /messages/behind', expected: all(200), body: { conversations: {} } },
  { call: 'GET /messages/:id/pictures', expected: all(200), about: ofGrace },
  { call: 'PUT /auth/privacy', expected: all(200), body: { hides: [] } },
  {
    call: 'GET /messages/:id/first?since=2000-01-01T00:00:00Z',
    expected: all(200),
    about: ofGrace,
  },
  { call: 'POST /messages/send/:id', expected: all(400), about: ofGrace, body: { text: '' } },
  { call: 'PUT /messages/mark/:id', expected: [200, 404, 404], about: ofSecond },
  {
    call: 'PUT /messages/edit/:id',
    expected: [409, 403, 404],
    about: ofFirst,
    // Of another version, so that the text stays.
    body: { text: 'Edited', version: 7 },
  },
  {
    call: 'PUT /messages/react/:id',
    expected: [200, 200, 404],
    about: ofFirst,
    body: { emoji: null },
  },
  // What may be deleted by whom is in message-changes.test.ts: here the messages must stay.
  { call: 'PUT /messages/delete/:id', expected: all(404), about: ofNobody },
  {
    call: 'POST /auth/sessions/:id/end',
    expected: [200, 404, 404],
    about: () => adasSession,
  },
  { call: 'PUT /messages/block/:id', expected: [404, 200, 200], about: ofAda },
  { call: 'PUT /messages/unblock/:id', expected: [404, 200, 200], about: ofAda },
  {
    call: 'PUT /messages/mute/:id',
    expected: [400, 200, 200],
    about: ofAda,
    body: { forMs: 1_000 },
  },
  { call: 'PUT /messages/unmute/:id', expected: [400, 200, 200], about: ofAda },
  { call: 'GET /messages/mutes', expected: all(200) },
  { call: 'GET /push', expected: all(200) },
  // This server has no address for push services.
  { call: 'PUT /push/device', expected: all(400), body: {} },
  { call: 'POST /push/test', expected: all(400) },
  { call: 'POST /push/end', expected: all(200) },
  { call: 'POST /auth/sessions/end-others', expected: all(200) },
  { call: 'POST /auth/logout', expected: all(200) },
];

/** Another session of Ada's, which she may end. */
let adasSession: string;
beforeAll(async () => {
  const spare = await logIn(world.ada);
  const { body } = await call<{ sessions: Array<{ _id: string; isCurrent: boolean }> }>(
    world.server.url,
    'GET',
    '/auth/sessions',
    spare,
  );
  adasSession = body.sessions.find(({ isCurrent }) => isCurrent)?._id ?? '';
});

function read({ call, about }: Rule, id = about?.() ?? ''): [method: string, path: string] {
  const [method = '', path = ''] = call.split(' ');
  return [method, path.replace(':id', id)];
}

const ask = (rule: Rule, token?: string, id?: string) =>
  call(world.server.url, ...read(rule, id), {
    ...(rule.body !== undefined && { body: rule.body }),
    ...(token !== undefined && { token }),
  });

describe('The matrix', () => {
  test('names every call that the server has', () => {
    const folder = joinPath(import.meta.dirname, '../../../server/http');
    const routes = readdirSync(folder)
      // Health and pictures are open: to everybody, and to whoever knows the address.
      .filter((name) => /-routes?\.ts$/.test(name) && !/^(health|media)-/.test(name))
      .map((name) => readFileSync(joinPath(folder, name), 'utf8'))
      .flatMap((source) => source.match(/\bapp\s*\.(get|post|put|delete|patch)\b/g) ?? []);
    // Signup and login are open to all; block and unblock share one line.
    expect(routes, 'calls in server/http: each needs a line in RULES').toHaveLength(
      RULES.length + 1,
    );
  });

  for (const rule of RULES.filter(({ call }) => !call.endsWith('/logout'))) {
    test(`${rule.call}: nobody, the expired and the revoked get nothing`, async () => {
      for (const token of [undefined, '', 'x', NOBODY, expired.token, revoked.token]) {
        const answer = await ask(rule, token);
        expect(answer).toMatchObject({ status: 401, body: { success: false } });
      }
    });

    test(`${rule.call}: oneself, the other and a stranger get what is theirs`, async () => {
      const { ada, grace, mallory } = world;
      const [oneself, other, stranger] = rule.expected;
      // The stranger first: what the others do may use it up.
      const strangers = await ask(rule, mallory.token);
      const others = await ask(rule, grace.token);
      const own = await ask(rule, ada.token);
      expect([own.status, others.status, strangers.status]).toEqual([oneself, other, stranger]);
      // Whom nobody has muted is not muted, whoever that is.
      if (!rule.about || rule.call.includes('/unmute/')) return;
      const unknown = await ask(rule, mallory.token, NOBODY);
      expect([400, 404]).toContain(unknown.status);
      // Not theirs, or not there: there is no telling which.
      if (strangers.status === 404) expect(strangers.body).toEqual(unknown.body);
      if (others.status === 404) expect(others.body).toEqual(unknown.body);
    });
  }

  test('a stranger reads nothing of a conversation, not even by its cursors', async () => {
    const { ada, grace, mallory, messages } = world;
    for (const peer of [ada, grace]) {
      for (const query of ['', `?after=${messages[0]._id}`, `?before=${messages[1]._id}&limit=9`]) {
        const answer = await call(world.server.url, 'GET', `/messages/${peer.id}${query}`, mallory);
        expect(answer.body).toMatchObject({ success: true, messages: [] });
      }
    }
  });

  test('a stranger finds nothing of a conversation', async () => {
    const { ada, grace, mallory, messages } = world;
    const words = messages[0].text ?? '';
    const searches = [`search?q=${encodeURIComponent(words)}`, 'first?since=2000-01-01T00:00:00Z'];
    for (const search of searches) {
      const find = async (peer: Member, reader: Member) => {
        const path = `/messages/${peer.id}/${search}`;
        return JSON.stringify((await call(world.server.url, 'GET', path, reader)).body);
      };
      expect(await find(grace, ada)).toContain(messages[0]._id);
      expect(await find(ada, mallory)).not.toContain(messages[0]._id);
      expect(await find(grace, mallory)).not.toContain(messages[0]._id);
    }
  });

  test('update-profile takes its own fields alone', async () => {
    const { ada, mallory, server } = world;
    const body = {
      fullName: 'Mallory',
      bio: 'Hi.',
      ...{ _id: ada.id, userId: ada.id, email: ada.email, password: 'changed it', deleted: true },
      ...{ passwordHash: 'x', lastSeenAt: '2000-01-01', isAdmin: true },
    };
    const answer = await call(server.url, 'PUT', '/auth/update-profile', {
      token: mallory.token,
      body,
    });
    expect(answer.body).toEqual({
      success: true,
      user: { _id: mallory.id, fullName: 'Mallory', bio: 'Hi.', email: mallory.email },
      message: 'Profile updated Successfully',
    });
    expect((await logIn(mallory)).token).toBeTruthy();
  });
});

test.each(RULES.filter(({ call }) => !call.startsWith('GET ')))(
  'A session that ends while a request arrives does nothing more: $call',
  async (rule) => {
    const { server } = world;
    const thief = await signUp(server.url, 'Thief');
    const [method, path] = read(rule);
    const body = JSON.stringify(rule.body ?? {});
    const connection = openRaw(server.url);
    connection.socket.write(
      [
        `${method} /api/v1${path} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `token: ${thief.token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    await connection.until((received) => received.includes('100 Continue'));
    await call(server.url, 'POST', '/auth/logout', thief);
    connection.socket.write(body);
    expect(await connection.until()).toContain('HTTP/1.1 401 ');
  },
);

describe('A socket', () => {
  test('is refused to nobody, the expired, the revoked, and under another’s id', async () => {
    const { ada, mallory, server } = world;
    const claims = [
      { ...ada, token: '' },
      { ...ada, token: 'x' },
      { ...ada, token: mallory.token },
      { ...mallory, id: NOBODY },
      expired,
      revoked,
    ];
    for (const claim of claims) {
      const listener = listen(server.url, claim);
      expect(await refusal(listener)).toMatch(/^[A-Z].*\.$/);
      listener.close();
    }
  });

  test('of a stranger cannot report the delivery of what was not sent to them', async () => {
    const { ada, grace, mallory, messages, server } = world;
    const [adas, graces, mallorys] = await Promise.all(
      [ada, grace, mallory].map((member) => join(server.url, member)),
    );
    for (const userId of [ada.id, grace.id]) {
      mallorys?.socket.emit('delivered', { userId, upTo: messages[0]._id });
      mallorys?.socket.emit('delivered', { userId, upTo: messages[1]._id });
    }
    // Handled in order, so this is behind the claims.
    mallorys?.socket.emit('typing', { userId: ada.id });
    expect(await adas?.hear('typing')).toEqual({ userId: mallory.id });
    expect([...(adas?.heard('delivered') ?? []), ...(graces?.heard('delivered') ?? [])]).toEqual(
      [],
    );
    for (const listener of [adas, graces, mallorys]) listener?.close();
  });
});

test('An email is told to its owner alone, in the answers about oneself: no other call and no event has one', async () => {
  const own = await createWorld();
  const { url } = own.server;
  const people = [own.ada, own.grace, own.mallory];
  const told: Array<{ whose: string; what: string; text: string }> = [];
  const listeners = await Promise.all(
    people.map(async (member) => {
      const listener = await join(url, member, {
        auth: { token: member.token, wants: ['presence', 'ownDevices'] },
      });
      listener.socket.onAny((event: string, ...payload: unknown[]) =>
        told.push({ whose: member.email, what: event, text: JSON.stringify(payload) }),
      );
      return listener;
    }),
  );
  const { ada, grace, mallory, messages } = own;
  const profile = { fullName: 'Ada', bio: 'Hi.', profilePic: makeDataUrl(makePng(2, 2)) };
  const calls: Array<[Member, string, string, object?]> = people.flatMap((member) => [
    [member, 'GET', '/auth/check'],
    [member, 'GET', '/auth/sessions'],
    [member, 'GET', '/auth/picture-day'],
    [member, 'GET', '/messages/users'],
    [member, 'GET', `/messages/${grace.id}`],
    [member, 'GET', `/messages/${ada.id}?limit=5`],
    [member, 'GET', `/messages/${grace.id}/search?q=between`],
    [member, 'GET', `/messages/${grace.id}/first?since=2000-01-01T00:00:00Z`],
    [member, 'POST', '/auth/login', { email: member.email, password: member.password }],
    [member, 'POST', '/auth/login', { email: member.email, password: 'not the password' }],
    [member, 'POST', '/auth/signup', { ...profile, email: ada.email, password: member.password }],
    [member, 'PUT', '/auth/update-profile', profile],
    [member, 'PUT', '/auth/password', { password: 'wrong', newPassword: 'quite another one' }],
    [member, 'POST', '/auth/sessions/x/end'],
    [member, 'POST', '/auth/sessions/end-others'],
    [member, 'POST', `/messages/send/${grace.id}`, { text: 'x' }],
    [member, 'PUT', `/messages/mark/${messages[1]._id}`],
    [member, 'PUT', `/messages/block/${mallory.id}`],
    [member, 'PUT', `/messages/unblock/${mallory.id}`],
  ]);
  calls.push([mallory, 'POST', '/auth/delete-account', { password: mallory.password }]);
  for (const [member, method, path, body] of calls) {
    const answer = await call(url, method, path, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
    told.push({ whose: member.email, what: path, text: JSON.stringify(answer.body) });
  }
  await listeners[1]?.hear(
    'profileChanged',
    ({ _id, deleted }) => _id === mallory.id && deleted === true,
  );

  for (const { email } of people) {
    const where = told.filter(({ text }) => text.includes(email));
    expect(where.every(({ whose }) => whose === email)).toBe(true);
    expect([...new Set(where.map(({ what }) => what))].toSorted()).toEqual([
      '/auth/check',
      '/auth/login',
      '/auth/update-profile',
    ]);
  }
  const body = { ...profile, email: 'new@example.org', password: 'correct horse battery' };
  expect((await call(url, 'POST', '/auth/signup', { body })).body).toMatchObject({
    userData: { email: 'new@example.org' },
  });
  for (const listener of listeners) listener.close();
  await own.close();
});
