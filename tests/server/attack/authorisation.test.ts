/**
 * Who may do what: every call and every event, by nobody, by sessions that are over, by a stranger, by the
 * other person and by oneself. What is not theirs answers like what does not exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, logIn as logInAt, type Member, signUp } from '../support/calls.ts';
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

const logIn = (member: Member) => logInAt(world.server.url, member);

/**
 * Ada is oneself, Grace the other person of the conversation, Mallory the stranger. The numbers are the statuses of their
 * calls; anybody who is not signed in gets 401. The same call about nobody is like one about what is not theirs.
 */
type Rule = [
  call: string,
  expected: readonly [oneself: number, other: number, stranger: number],
  body?: object,
];

const all = (status: number) => [status, status, status] as const;
const PROFILE = { fullName: '', bio: '' };
const WRONG = { password: 'not the password' };

const RULES: Rule[] = [
  ['GET /auth/check', all(200)],
  ['GET /messages/users', all(200)],
  ['PUT /auth/update-profile', all(400), PROFILE],
  ['PUT /auth/small-picture', all(400), { profilePic: 'x' }],
  ['PUT /auth/password', all(400), { ...WRONG, newPassword: 'quite another one' }],
  ['PUT /auth/email', all(400), { ...WRONG, email: 'other@example.org' }],
  // By default the operator alone invites.
  ['GET /auth/invitations', all(403)],
  ['POST /auth/invitations', all(403)],
  ['POST /auth/invitations/{nobody}/revoke', all(404)],
  ['GET /auth/sessions', all(200)],
  ['GET /auth/picture-day', all(200)],
  ['POST /auth/delete-account', all(400), WRONG],
  // Everybody may write to everybody, and so read what they wrote: a stranger's own part is empty.
  ['GET /messages/{grace}?peek=true', all(200)],
  ['GET /messages/{grace}/search?q=hello', all(200)],
  ['POST /messages/behind', all(200), { conversations: {} }],
  ['GET /messages/{grace}/pictures', all(200)],
  ['PUT /auth/privacy', all(200), { hides: [] }],
  ['GET /messages/{grace}/first?since=2000-01-01T00:00:00Z', all(200)],
  ['POST /messages/send/{grace}', all(400), { text: '' }],
  ['PUT /messages/mark/{second}', [200, 404, 404]],
  // Of another version, so that the text stays.
  ['PUT /messages/edit/{first}', [409, 403, 404], { text: 'Edited', version: 7 }],
  ['PUT /messages/react/{first}', [200, 200, 404], { emoji: null }],
  // What may be deleted by whom is in message-changes.test.ts: here the messages must stay.
  ['PUT /messages/delete/{nobody}', all(404)],
  ['POST /auth/sessions/{session}/end', [200, 404, 404]],
  ['PUT /messages/block/{ada}', [404, 200, 200]],
  ['PUT /messages/unblock/{ada}', [404, 200, 200]],
  ['PUT /messages/mute/{ada}', [400, 200, 200], { forMs: 1_000 }],
  ['PUT /messages/unmute/{ada}', [400, 200, 200]],
  ['GET /messages/mutes', all(200)],
  ['GET /push', all(200)],
  // This server has no address for push services.
  ['PUT /push/device', all(400), {}],
  ['POST /push/test', all(400)],
  ['POST /push/end', all(200)],
  ['POST /auth/sessions/end-others', all(200)],
  ['POST /auth/logout', all(200)],
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

/** `id`: in place of the one that is named. */
function read([call]: Rule, id?: string): [method: string, path: string] {
  const { ada, grace, messages } = world;
  // The first message is from Ada to Grace, the second from Grace to Ada, so Ada's alone to mark.
  const [first, second] = messages.map(({ _id }) => _id);
  const ids: Record<string, string | undefined> = {
    ...{ ada: ada.id, grace: grace.id, first, second },
    ...{ session: adasSession, nobody: NOBODY },
  };
  const [method = '', path = ''] = call.split(' ');
  return [method, path.replace(/\{(\w+)\}/, (_, name: string) => id ?? ids[name] ?? '')];
}

const ask = (rule: Rule, token?: string, id?: string) =>
  call(world.server.url, ...read(rule, id), {
    ...(rule[2] !== undefined && { body: rule[2] }),
    ...(token !== undefined && { token }),
  });

test('The matrix names every call that the server has', () => {
  const folder = joinPath(import.meta.dirname, '../../../server/http');
  const routes = readdirSync(folder)
    // Health and pictures are open: to everybody, and to whoever knows the address.
    .filter((name) => /-routes?\.ts$/.test(name) && !/^(health|media)-/.test(name))
    .map((name) => readFileSync(joinPath(folder, name), 'utf8'))
    .flatMap((source) => source.match(/\bapp\s*\.(get|post|put|delete|patch)\b/g) ?? []);
  // Signup and login are open to all; block and unblock share one line.
  expect(routes, 'calls in server/http: each needs a line in RULES').toHaveLength(RULES.length + 1);
});

test.for(RULES.filter(([call]) => !call.endsWith('/logout')))(
  '%s: nobody gets anything without a session, each what is theirs, and no email of others',
  async (rule) => {
    const [name, expected] = rule;
    for (const token of [undefined, '', 'x', NOBODY, expired.token, revoked.token]) {
      const answer = await ask(rule, token);
      expect(answer).toMatchObject({ status: 401, body: { success: false } });
    }
    const { ada, grace, mallory } = world;
    // The stranger first: what the others do may use it up.
    const strangers = await ask(rule, mallory.token);
    const others = await ask(rule, grace.token);
    const own = await ask(rule, ada.token);
    expect([own.status, others.status, strangers.status]).toEqual(expected);
    for (const [member, { body }] of [
      [mallory, strangers],
      [grace, others],
      [ada, own],
    ] as const) {
      for (const { email } of [ada, grace, mallory]) {
        if (email !== member.email) expect(JSON.stringify(body)).not.toContain(email);
      }
    }
    // Whom nobody has muted is not muted, whoever that is.
    if (!name.includes('{') || name.includes('/unmute/')) return;
    const unknown = await ask(rule, mallory.token, NOBODY);
    expect([400, 404]).toContain(unknown.status);
    // Not theirs, or not there: there is no telling which.
    if (strangers.status === 404) expect(strangers.body).toEqual(unknown.body);
    if (others.status === 404) expect(others.body).toEqual(unknown.body);
  },
);

test('A stranger reads and finds nothing of a conversation, not even by its cursors', async () => {
  const { ada, grace, mallory, messages } = world;
  const find = async (peer: Member, query: string, reader: Member) =>
    JSON.stringify(
      (await call(world.server.url, 'GET', `/messages/${peer.id}${query}`, reader)).body,
    );
  for (const query of [
    '?peek=true',
    `?peek=true&after=${'0'.repeat(24)}`,
    `?peek=true&before=${messages[1]._id}&limit=9`,
    `/search?q=${encodeURIComponent(messages[0].text ?? '')}`,
    '/first?since=2000-01-01T00:00:00Z',
  ]) {
    expect(await find(grace, query, ada)).toContain(messages[0]._id);
    expect(await find(ada, query, mallory)).not.toContain(messages[0]._id);
    expect(await find(grace, query, mallory)).not.toContain(messages[0]._id);
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
  const { token } = mallory;
  const answer = await call(server.url, 'PUT', '/auth/update-profile', { token, body });
  expect(answer.body).toEqual({
    success: true,
    user: { _id: mallory.id, fullName: 'Mallory', bio: 'Hi.', email: mallory.email },
    message: 'Profile updated Successfully',
  });
  expect((await logIn(mallory)).token).toBeTruthy();
});

test.for(RULES.filter(([call]) => !call.startsWith('GET ')))(
  'A session that ends while a request arrives does nothing more: %s',
  async (rule) => {
    const { server } = world;
    const thief = await signUp(server.url, 'Thief');
    const [method, path] = read(rule);
    const body = JSON.stringify(rule[2] ?? {});
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
