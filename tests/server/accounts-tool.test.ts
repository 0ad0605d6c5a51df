/** `npm run accounts`, through the socket of the running server. */
import { statSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAccounts } from '../../server/accounts/accounts.ts';
import type { AuthResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  call,
  checkSession,
  listPeople,
  type Member,
  readTexts,
  send,
  signUp,
} from './support/calls.ts';
import { join } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let ben: Member;
beforeEach(async () => {
  server = await startServer({ hasCommands: true, config: { SIGN_UPS: 'open' } });
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
});
afterEach(() => server.close());

type Place = Parameters<typeof runAccounts>[1];

const placeOf = (dataDir: string): Place => ({
  DATA_DIR: dataDir,
  DATABASE_URL: null,
  ACCOUNTS_DIR: null,
});

/** What it prints. `answer`: to its question; without one nobody is there to answer. */
async function run(words: string, answer?: boolean, place: Place = placeOf(server.dataDir)) {
  const lines: string[] = [];
  const questions: string[] = [];
  await runAccounts(words.split(' ').filter(Boolean), place, {
    print: (line) => lines.push(line),
    confirm: async (question) => {
      questions.push(question);
      return answer;
    },
  });
  return { text: lines.join('\n'), questions };
}

const runJson = async (words: string): Promise<unknown> =>
  JSON.parse((await run(`${words} --json`)).text);

const logIn = ({ email, password }: Member, given = password) =>
  call<AuthResponse>(server.url, 'POST', '/auth/login', { body: { email, password: given } });

test('only its own user can open the socket, and each command is a security event without names', async () => {
  expect(statSync(joinPath(server.dataDir, 'accounts.sock')).mode & 0o777).toBe(0o600);
  await run(`log-out ${ada.email}`);
  await expect(run('log-out nobody@example.org')).rejects.toThrow();
  const events = server
    .readLog()
    .split('\n')
    .filter((line) => line.includes('"event":"operator"'));
  expect(events.map((line) => JSON.parse(line))).toMatchObject([
    { command: 'log-out', outcome: 'done', msg: 'security event' },
    { command: 'log-out', outcome: 'notFound' },
  ]);
  expect(events.join('')).not.toContain('example.org');
});

test('list shows everybody, the largest first, and finds a word', async () => {
  await send(server.url, ben, ada, 'x'.repeat(1000));
  await run(`lock ${ada.email} --yes`);
  expect(await runJson('list')).toMatchObject([
    { name: 'Ben', email: ben.email, bytes: 1000, state: 'offline' },
    { name: 'Ada', email: ada.email, bytes: 0, state: 'locked' },
  ]);
  const { text } = await run(`list ${ada.email.toUpperCase()}`);
  expect(text).toMatch(/Ada <.*locked/);
  expect(text).not.toContain('Ben');
  expect(text.split('\n').at(-1)).toBe('1 person');
  expect((await run('space')).text).toContain('duet.db');
});

test('invite prints a link that signs up as often as it says, until it is revoked', async () => {
  await server.stop();
  const { dataDir } = server;
  server = await startServer({
    dataDir,
    hasCommands: true,
    config: { SIGN_UPS: 'invite', PUBLIC_URL: 'https://chat.example.org' },
  });
  const { text } = await run('invite --uses 2 --days 3');
  const [, code] = /^https:\/\/chat\.example\.org\/login\?invite=([0-9a-f]{40})$/m.exec(text) ?? [];
  expect(text).toContain('2 times');
  const person = { fullName: 'Eve', email: 'eve@example.org', password: 'long enough to be one' };
  const body = { ...person, bio: 'Hi.', invite: code };
  expect((await call(server.url, 'POST', '/auth/signup', { body })).status).toBe(200);
  const { text: open } = await run('invitations');
  expect(open).toMatch(/1 left, from .* by the operator$/);
  await run(`revoke ${open.slice(0, 24)}`);
  expect((await run('invitations')).text).toBe('There are no open invitations.');
});

test('reset-password prints a link that sets a password', async () => {
  const { text } = await run(`reset-password ${ada.email}`);
  const [, code] = /\/login\?reset=([0-9a-f]{40})$/.exec(text) ?? [];
  const body = { email: '', password: 'quite another one', reset: code };
  expect((await call(server.url, 'POST', '/auth/login', { body })).status).toBe(200);
  expect((await logIn(ada, 'quite another one')).status).toBe(200);
});

test('lock cuts a live window, says so after the right password alone, and unlock takes it back', async () => {
  const { ended } = await join(server.url, ada);
  const others = await join(server.url, ben);
  const { text, questions } = await run(`lock ${ada.email}`, true);
  expect(questions).toHaveLength(1);
  expect(text).toBe(`Locked Ada <${ada.email}>: logged out everywhere, and cannot log in.`);
  expect(await ended).toBe('io server disconnect');
  expect(await checkSession(server.url, ada)).toBe(401);
  expect(await logIn(ada)).toMatchObject({
    status: 403,
    body: { message: 'This account is locked. Ask the person who runs this server.' },
  });
  const unknown = { ...ada, email: 'nobody@example.org' };
  expect(await logIn(ada, 'wrong password')).toEqual(await logIn(unknown, 'wrong password'));
  await others.hear('profileChanged', ({ _id, locked }) => _id === ada.id && locked === true);
  const listed = { _id: ada.id, fullName: 'Ada', locked: true };
  expect(await listPeople(server.url, ben)).toMatchObject({ users: [listed] });

  await run(`unlock ${ada.email}`);
  await others.hear('profileChanged', ({ _id, locked }) => _id === ada.id && locked === undefined);
  expect((await logIn(ada)).status).toBe(200);
});

test('delete removes the account and leaves the messages, or takes along all that it has sent', async () => {
  await expect(run(`delete ${ada.email}`, false)).rejects.toThrow('Nothing was changed.');
  await expect(run(`delete ${ada.email}`)).rejects.toThrow('Add --yes to do it.');
  expect(await checkSession(server.url, ada)).toBe(200);

  const cleo = await signUp(server.url, 'Cleo');
  await send(server.url, cleo, ben, 'From Cleo');
  await send(server.url, ben, ada, 'From Ben');
  await call(server.url, 'PUT', `/messages/block/${ada.id}`, ben);
  await send(server.url, ada, ben, 'Hidden');
  await call(server.url, 'PUT', `/messages/unblock/${ada.id}`, ben);
  // More than are listed in one go.
  for (let sent = 0; sent < 120; sent += 1) await send(server.url, ada, ben, `Text ${sent}`);
  const { ended } = await join(server.url, ada);
  const window = await join(server.url, ben);
  const { text } = await run(`delete ${ada.email} --messages --yes`);
  expect(text).toBe(`Deleted Ada <${ada.email}>, with 121 messages.`);
  expect(await ended).toBe('io server disconnect');
  await window.hear('messageChanged', ({ message }) => message.deleted === true);
  expect(await readTexts(server.url, ben, ada)).toEqual(['From Ben']);
  expect((await logIn(ada)).status).toBe(401);

  await run(`delete ${cleo.email} --yes`);
  expect(await listPeople(server.url, ben)).toMatchObject({
    users: [
      { fullName: 'Deleted account', deleted: true },
      { fullName: 'Deleted account', deleted: true, lastMessage: { text: 'From Cleo' } },
    ],
  });
});

test('Each failure is one sentence', async () => {
  for (const [words, sentence] of [
    ['log-out nobody@example.org', 'Nobody here has the email nobody@example.org.'],
    ['lock', 'Name the person by email: npm run accounts -- lock EMAIL'],
    ['invite --uses many', '--uses takes a whole number from 1 to 1000.'],
    ['dance', 'There is no command dance. `npm run accounts` alone lists them.'],
  ] as const) {
    await expect(run(words)).rejects.toThrow(sentence);
  }
  const { dataDir } = server;
  const words = `unlock ${ada.email}`;
  const shared = { ...placeOf(dataDir), DATABASE_URL: 'postgres://localhost/duet' };
  await expect(run(words, true, shared)).rejects.toThrow('set ACCOUNTS_DIR');
  await server.stop();
  await expect(run(words, true, placeOf(dataDir))).rejects.toThrow('No server answers at');
});

test('a socket that a crash has left is replaced', async () => {
  const { dataDir } = server;
  await server.stop();
  writeFileSync(joinPath(dataDir, 'accounts.sock'), '');
  server = await startServer({ dataDir, hasCommands: true });
  await run('list');
  expect(server.readLog()).not.toContain('cannot reach this server');
});
