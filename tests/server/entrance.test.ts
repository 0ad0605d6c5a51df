/** Who may sign up in each mode, invitations, and links for a new password. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createEntrance } from '../../server/domain/entrance.ts';
import { createCredentials } from '../../server/security/credentials.ts';
import type {
  AuthResponse,
  InvitationsResponse,
  InviteResponse,
  OwnUserResponse,
} from '../../src/protocol/http.ts';
import { makeFolder } from '../support/make-folder.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { askFor, call, checkSession, type Member, signUp } from './support/calls.ts';
import { join as joinSocket } from './support/sockets.ts';

let server: TestServer;
const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  server = await startServer(options);
  return server;
};
afterEach(() => server.close());

/** What the operator does, on the store of the running server. */
const operate = () =>
  createEntrance({
    store: server.store,
    credentials: createCredentials(),
    clock: Date.now,
    limits: { guardCode: (_address, find) => find() },
    settings: { signUps: 'invite', isEveryoneInviting: false },
  });

let count = 0;
const askToJoin = (more: object = {}, token?: string) => {
  count += 1;
  const person = { fullName: 'Eve', email: `eve${count}@example.org`, bio: 'Hi.' };
  return call<AuthResponse>(server.url, 'POST', '/auth/signup', {
    body: { ...person, password: 'long enough to be one', ...more },
    ...(token !== undefined && { token }),
  });
};
const INVITE = { uses: 1, days: 7 };
const WRONG = 'f'.repeat(40);

/** Somebody who was here before the mode was set. */
async function startWithMember(config: TestServerOptions['config']): Promise<Member> {
  await start();
  const member = await signUp(server.url, 'Ada');
  const { dataDir } = server;
  await server.stop();
  await start({ dataDir, ...(config && { config }) });
  return member;
}

describe('Each mode, call and answer', () => {
  const MODES = [
    // mode, who invites: sign-up without a code, with a wrong one, with the operator's, POST and GET invitations
    { mode: 'open', invites: 'operator', plain: 200, wrong: 200, right: 200, invite: 403 },
    { mode: 'open', invites: 'everyone', plain: 200, wrong: 200, right: 200, invite: 200 },
    { mode: 'invite', invites: 'operator', plain: 403, wrong: 403, right: 200, invite: 403 },
    { mode: 'invite', invites: 'everyone', plain: 403, wrong: 403, right: 200, invite: 200 },
    { mode: 'closed', invites: 'operator', plain: 403, wrong: 403, right: 403, invite: 403 },
    { mode: 'closed', invites: 'everyone', plain: 403, wrong: 403, right: 403, invite: 403 },
  ] as const;

  test('are as this table says', async () => {
    await start();
    const member = await signUp(server.url, 'Ada');
    for (const { mode, invites, plain, wrong, right, invite } of MODES) {
      const { dataDir } = server;
      await server.stop();
      await start({ dataDir, config: { SIGN_UPS: mode, INVITES: invites } });
      const code = await operate().inviteAsOperator({ ...INVITE, uses: 2 });
      const reset = { email: '', password: 'quite another one', reset: WRONG };
      // A stranger, and a member: a session gives no right to make another account.
      for (const token of [undefined, member.token]) {
        const statuses = [];
        for (const more of [{}, { invite: '' }, { invite: WRONG }, { invite: code }]) {
          statuses.push((await askToJoin(more, token)).status);
        }
        expect([mode, invites, ...statuses]).toEqual([mode, invites, plain, plain, wrong, right]);
        const asked = { body: reset, ...(token !== undefined && { token }) };
        expect((await call(server.url, 'POST', '/auth/login', asked)).status).toBe(403);
      }
      // Who is here logs in as ever, with or without a field that a sign-up would need.
      const { email, password, token } = member;
      for (const invite of [undefined, WRONG]) {
        const body = { email, password, invite };
        expect((await call(server.url, 'POST', '/auth/login', { body })).status).toBe(200);
      }
      for (const [method, path, status] of [
        ['POST', '/auth/invitations', invite],
        ['GET', '/auth/invitations', invite],
        ['POST', `/auth/invitations/${'f'.repeat(24)}/revoke`, 404],
      ] as const) {
        const answer = await call(server.url, method, path, { token });
        expect([mode, invites, path, answer.status]).toEqual([mode, invites, path, status]);
        expect((await call(server.url, method, path)).status).toBe(401);
      }
      const { heard } = await joinSocket(server.url, member);
      const hello = JSON.stringify(heard('hello'));
      expect(hello.includes('invitations')).toBe(invite === 200);
      expect(hello.includes('openSignUps')).toBe(mode === 'open');
    }
  });

  test('without an invitation nobody learns who has an account, and each refusal says what to do', async () => {
    const ada = await startWithMember({ SIGN_UPS: 'invite' });
    const known = await askToJoin({ email: ada.email });
    expect(known.body).toEqual({
      success: false,
      message:
        'You need an invitation to join. Ask somebody who is here, or the person who runs this server, for a link.',
    });
    const unknown = await askToJoin();
    expect(unknown.body).toEqual(known.body);
    const listHeaders = ({ headers }: typeof known) =>
      [...headers].filter(([name]) => name !== 'date');
    expect([unknown.status, listHeaders(unknown)]).toEqual([known.status, listHeaders(known)]);
    expect((await askToJoin({ invite: WRONG })).body).toMatchObject({
      message: 'This invitation has been used or has expired. Ask for a new one.',
    });
  });
});

describe('An invitation', () => {
  beforeEach(() => start({ config: { SIGN_UPS: 'invite', INVITES: 'everyone' } }));

  const path = '/auth/invitations';
  const invite = async (token: string) =>
    (await askFor<InviteResponse>(server.url, 'POST', path, { token })).code;
  const list = async (token: string) =>
    (await askFor<InvitationsResponse>(server.url, 'GET', path, { token })).invitations;
  const join = async (code: string): Promise<string> => {
    const { body } = await askToJoin({ invite: code });
    if (!body.success) throw new Error(body.message);
    return body.token;
  };
  const joinFirst = async () => join(await operate().inviteAsOperator(INVITE));

  test('is in the list of who made it until it is used or revoked, and in nobody else’s', async () => {
    const ada = await joinFirst();
    const [first, second] = [await invite(ada), await invite(ada)];
    const ben = await join(first);
    const [open] = await list(ada);
    expect(await list(ada)).toHaveLength(1);
    expect(await list(ben)).toEqual([]);
    const revoke = async (token: string) => {
      const path = `/auth/invitations/${open?._id}/revoke`;
      return (await call(server.url, 'POST', path, { token })).status;
    };
    expect([await revoke(ben), await revoke(ada), await revoke(ada)]).toEqual([404, 200, 404]);
    expect((await askToJoin({ invite: second })).status).toBe(403);
    for (let made = 0; made < 20; made += 1) await invite(ada);
    await expect(invite(ada)).rejects.toThrow('20 open invitations');
  });

  test('of somebody who is locked lets nobody in', async () => {
    const token = await joinFirst();
    const code = await invite(token);
    const { user } = await askFor<OwnUserResponse>(server.url, 'GET', '/auth/check', { token });
    await server.store.setLocked(user._id, true);
    expect((await askToJoin({ invite: code })).status).toBe(403);
  });

  test('survives a restart, is stored only as a hash, and is never logged', async () => {
    const code = await operate().inviteAsOperator(INVITE);
    await fetch(`${server.url}/login?invite=${code}`, { headers: { accept: 'text/html' } });
    await askToJoin({ invite: WRONG });
    const { dataDir } = server;
    const log = server.readLog();
    await server.stop();
    await start({ dataDir, config: { SIGN_UPS: 'invite' } });
    await join(code);
    expect(log + server.readLog()).not.toContain(code);
    expect((await askToJoin({ invite: code })).status).toBe(403);
  });
});

test('guessing at codes is limited as guessing at passwords is, by call and by page', async () => {
  const appFolder = await makeApp();
  const limits = readConfig({ FAILED_LOG_INS_PER_ADDRESS: '3' });
  await start({ appFolder, config: { ...limits, SIGN_UPS: 'invite', LOG_LEVEL: 'debug' } });
  const code = await operate().inviteAsOperator(INVITE);
  expect((await askToJoin({ invite: WRONG })).status).toBe(403);
  // A page of another site cannot spend what its visitor's network has.
  for (const [mode, use] of [
    ['no-cors', 'image'],
    ['navigate', 'iframe'],
    ['no-cors', 'empty'],
    ['navigate', 'document'],
  ]) {
    const headers = {
      accept: 'text/html',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': String(mode),
      'sec-fetch-dest': String(use),
      ...(use === 'document' && { 'sec-purpose': 'prefetch' }),
    };
    await fetch(`${server.url}/login?invite=${WRONG}`, { headers });
    await fetch(`${server.url}/?reset=${WRONG}`, { headers });
  }
  expect(await readEntrance(`/login?reset=${WRONG}`)).toEqual('signUps=invite&spent=reset');
  expect(await readEntrance(`/login?invite=${WRONG}`)).toEqual('signUps=invite&spent=invite');
  expect((await askToJoin({ invite: code })).status).toBe(429);
  // The page does not say which code is right any more either.
  expect(await readEntrance(`/login?invite=${code}`)).toEqual('signUps=invite');
  const body = { email: '', password: 'quite another one', reset: WRONG };
  expect((await call(server.url, 'POST', '/auth/login', { body })).status).toBe(429);
});

describe('A link for a new password', () => {
  const NEW = 'quite another one';
  const reset = (code: string, password = NEW) =>
    call<AuthResponse>(server.url, 'POST', '/auth/login', {
      body: { email: '', password, reset: code },
    });
  const check = (token: string) => checkSession(server.url, { token });

  test('sets it once, ends all sessions and their windows, and logs in', async () => {
    const ada = await startWithMember({ SIGN_UPS: 'closed' });
    const { ended } = await joinSocket(server.url, ada);
    const code = await operate().openReset(ada.id);
    // A refused password does not use it up.
    expect((await reset(code, ada.email)).status).toBe(400);
    const { status, body } = await reset(code);
    expect(status).toBe(200);
    expect(await ended).toBe('io server disconnect');
    expect(await check(ada.token)).toBe(401);
    expect(await check(body.success ? body.token : '')).toBe(200);
    expect((await reset(code)).body).toMatchObject({
      message:
        'This link has been used or has expired. Ask the person who runs this server for a new one.',
    });
    const { email } = ada;
    const logIn = (password: string) =>
      call(server.url, 'POST', '/auth/login', { body: { email, password } });
    expect((await logIn(ada.password)).status).toBe(401);
    expect((await logIn(NEW)).status).toBe(200);
  });
});

describe('The page', () => {
  test('says on every screen who may sign up, and nothing where everybody may', async () => {
    const appFolder = await makeApp();
    for (const [mode, said] of [
      ['open', null],
      ['closed', 'signUps=closed'],
    ] as const) {
      await start({ appFolder, config: { SIGN_UPS: mode } });
      for (const path of ['/', '/login', '/profile', '/?with=someone']) {
        expect(await readEntrance(path)).toBe(said);
      }
      await server.close();
    }
  });

  test('says who invites and whose password it is, without using the code', async () => {
    await start({ appFolder: await makeApp(), config: { INVITES: 'everyone' } });
    const ada = await signUp(server.url, 'Ada & "Co" <b>');
    const path = '/auth/invitations';
    const { code } = await askFor<InviteResponse>(server.url, 'POST', path, ada);
    const from = new URLSearchParams({ signUps: 'open', from: 'Ada & "Co" <b>' }).toString();
    expect(await readEntrance(`/login?invite=${code}`)).toBe(from);
    expect(await readEntrance(`/login?invite=${code}`)).toBe(from);
    const reset = await operate().openReset(ada.id);
    const email = new URLSearchParams({ signUps: 'open', email: ada.email }).toString();
    expect(await readEntrance(`/login?reset=${reset}`)).toBe(email);
  });

  test('with a code is not stored, and its address goes nowhere', async () => {
    await start({ appFolder: await makeApp() });
    const { headers } = await open(`/login?invite=${WRONG}`);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await open('/login')).headers.get('referrer-policy')).toBe('same-origin');
  });
});

async function makeApp(): Promise<string> {
  const folder = await makeFolder();
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head></html>');
  return folder;
}

const open = (path: string) =>
  fetch(`${server.url}${path}`, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } });

async function readEntrance(path: string): Promise<string | null> {
  const html = await (await open(path)).text();
  const [, content] = /<meta name="entrance" content="([^"]*)">/.exec(html) ?? [];
  return content?.replaceAll('&amp;', '&') ?? null;
}
