/**
 * Sockets of clients that know spec section 7 alone: `query.userId` and nothing else. A browser adds the cookie with
 * the socket ticket by itself. Here a cookie jar of one cookie plays the browser.
 */
import { expect, test } from 'vitest';
import type { AuthResponse } from '../../src/protocol/http.ts';
import { type Answer, call, type Member, send } from './support/calls.ts';
import { ada, grace, server, startPair } from './support/pair.ts';
import { join, listen, refusal } from './support/sockets.ts';

const listTickets = (headers: Headers) =>
  headers.getSetCookie().filter((cookie) => cookie.startsWith('duet-socket='));

/** Name and value of the one such cookie of an answer. */
function readCookie({ headers }: Answer<unknown>): string {
  const [cookie = '', ...more] = listTickets(headers);
  expect(more).toEqual([]);
  return cookie.split(';')[0] ?? '';
}

async function logIn({ email, password }: Member) {
  const answer = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
    body: { email, password },
  });
  if (!answer.body.success) throw new Error(answer.body.message);
  return { token: answer.body.token, cookie: readCookie(answer) };
}

/** A handshake with `query.userId`, and with what a browser would add. */
const knock = (
  member: Member,
  extraHeaders: Record<string, string> = {},
  transport = 'websocket',
) => listen(server.url, member, { auth: {}, transports: [transport], extraHeaders });

test('A socket ticket comes with login, sign-up and the check of a session, the same for one session, and with no other answer', async () => {
  await startPair();
  const body = { fullName: 'Eve', email: 'eve@example.org', password: 'hopper hopper', bio: 'B' };
  const entered = [
    await call(server.url, 'POST', '/auth/signup', { body }),
    await call<AuthResponse>(server.url, 'POST', '/auth/login', { body }),
    await call(server.url, 'GET', '/auth/check', { token: ada.token }),
  ];
  for (const { headers } of entered) {
    expect(listTickets(headers)).toEqual([
      expect.stringMatching(
        /^duet-socket=[\w-]{43}; Path=\/socket\.io; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  }
  const { token, cookie } = await logIn(ada);
  expect(readCookie(await call(server.url, 'GET', '/auth/check', { token }))).toBe(cookie);
  const wrong = { ...body, password: 'something else' };
  for (const { headers } of [
    await call(server.url, 'POST', '/auth/login', { body: wrong }),
    await call(server.url, 'GET', '/auth/check', { token: 'unknown' }),
    await call(server.url, 'GET', '/messages/users', { token }),
    await call(server.url, 'POST', '/auth/logout', { token }),
  ]) {
    expect(headers.getSetCookie()).toEqual([]);
  }
});

test('A socket ticket travels over https alone where people come by https', async () => {
  await startPair({ config: { PUBLIC_URL: 'https://chat.example.org' } });
  const { headers } = await call(server.url, 'GET', '/auth/check', { token: ada.token });
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/; SameSite=Strict; Secure$/)]);
});

test('A socket ticket lets in a client that sends nothing but its userId, which then hears what is its own', async () => {
  await startPair();
  const { cookie } = await logIn(ada);
  const origin = server.url;
  const adas = [
    knock(ada, { cookie: `theme=dark; ${cookie}; other=1`, origin }),
    knock(ada, { cookie }, 'polling'),
  ];
  const graces = knock(grace, { cookie: (await logIn(grace)).cookie });
  for (const one of [...adas, graces]) await one.hear('getOnlineUsers');
  await send(server.url, ada, grace, 'For Grace');
  await send(server.url, grace, ada, 'For Ada');
  for (const one of adas) expect(await one.hear('newMessage')).toMatchObject({ text: 'For Ada' });
  expect(await graces.hear('newMessage')).toMatchObject({ text: 'For Grace' });
  expect([...adas, graces].map((one) => one.heard('newMessage').length)).toEqual([1, 1, 1]);
});

test('A socket ticket is no token, a token no ticket, and none but the right one opens a socket', async () => {
  await startPair();
  const { cookie } = await logIn(ada);
  const ticket = cookie.split('=')[1] ?? '';
  for (const asked of [{ token: ticket }, { headers: { cookie } }]) {
    expect((await call(server.url, 'GET', '/auth/check', asked)).status).toBe(401);
  }
  expect(await refusal(listen(server.url, ada, { auth: { token: ticket } }))).toMatch(/session/);
  expect(await refusal(knock(ada))).toBe('Log in to continue.');
  const { cookie: graces } = await logIn(grace);
  expect(await refusal(knock(ada, { cookie: graces }))).toBe(
    'This session belongs to somebody else.',
  );
  for (const value of ['', '=', '=x', `=${'a'.repeat(43)}`, `=${ada.token}`]) {
    await refusal(knock(ada, { cookie: `duet-socket${value}` }));
  }
  await refusal(listen(server.url, ada, { auth: { token: 'unknown' }, extraHeaders: { cookie } }));
  const origin = 'https://evil.example.org';
  for (const transport of ['websocket', 'polling']) {
    await refusal(knock(ada, { cookie, origin }, transport));
  }
});

test('A socket ticket ends with its session, by logout or by time, and its sockets with it', async () => {
  let now = Date.now();
  await startPair({ clock: () => now });
  const { token, cookie } = await logIn(ada);
  const open = knock(ada, { cookie });
  await open.hear('getOnlineUsers');
  await call(server.url, 'POST', '/auth/logout', { token });
  await open.ended;
  await refusal(knock(ada, { cookie }));
  const { cookie: next } = await logIn(ada);
  now += 31 * 24 * 60 * 60 * 1000;
  await refusal(knock(ada, { cookie: next }));
});

test('Where the host accepts sockets by userId alone, such a socket hears, says nothing, and the log warns', async () => {
  await startPair({ config: { SOCKETS_BY_USER_ID: true } });
  expect(server.readLog()).toMatch(/SOCKETS_BY_USER_ID is on: [^"]*read/);
  const { _id } = await send(server.url, grace, ada, 'Hello');
  const graces = await join(server.url, grace);
  const unproven = knock(ada);
  await unproven.hear('getOnlineUsers');
  unproven.socket.emit('typing', { userId: grace.id });
  unproven.socket.emit('delivered', { userId: grace.id, upTo: _id });

  // A browser with a ticket may say who types, and leaves when its session ends.
  const { token, cookie } = await logIn(ada);
  const proven = knock(ada, { cookie });
  await proven.hear('getOnlineUsers');
  proven.socket.emit('typing', { userId: grace.id });
  await graces.hear('typing');
  expect(graces.heard('typing')).toHaveLength(1);
  expect(graces.heard('delivered')).toEqual([]);
  await send(server.url, grace, ada, 'Heard');
  expect(await unproven.hear('newMessage')).toMatchObject({ text: 'Heard' });
  await call(server.url, 'POST', '/auth/logout', { token });
  await proven.ended;
  expect(await knock(ada, { cookie }).hear('getOnlineUsers')).toContain(ada.id);

  for (const id of ['f'.repeat(24), 'nonsense']) await refusal(knock({ ...ada, id }));
  await refusal(listen(server.url, ada, { auth: { token: 'unknown' } }));
});
