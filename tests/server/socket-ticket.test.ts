/**
 * Sockets of clients that know spec section 7 alone: `query.userId` and nothing else. A browser adds the cookie with
 * the socket ticket by itself. Here a cookie jar of one cookie plays the browser.
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { AuthResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { type Answer, call, type Member, send, signUp } from './support/calls.ts';
import { join, type Listener, listen, refusal } from './support/sockets.ts';

let server: TestServer;
let listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners) listener.close();
  listeners = [];
  await server.close();
});

const start = async (options: TestServerOptions = {}) => {
  server = await startServer(options);
};

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
function knock(member: Member, headers: Record<string, string> = {}): Listener {
  const listener = listen(server.url, member, {
    auth: {},
    transports: ['websocket'],
    extraHeaders: headers,
  });
  listeners.push(listener);
  return listener;
}

describe('A socket ticket', () => {
  test('comes with login, sign-up and the check of a session, and with no other answer', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const body = {
      fullName: 'Grace',
      email: 'grace@example.org',
      password: 'hopper hopper',
      bio: 'B',
    };
    const answers = [
      await call(server.url, 'POST', '/auth/signup', { body }),
      await call(server.url, 'POST', '/auth/login', { body }),
      await call(server.url, 'GET', '/auth/check', { token: ada.token }),
    ];
    for (const { headers } of answers) {
      expect(listTickets(headers)).toEqual([
        expect.stringMatching(
          /^duet-socket=[\w-]{43}; Path=\/socket\.io; HttpOnly; SameSite=Strict$/,
        ),
      ]);
    }
    const wrong = { ...body, password: 'something else' };
    const others = [
      await call(server.url, 'POST', '/auth/login', { body: wrong }),
      await call(server.url, 'GET', '/auth/check', { token: 'unknown' }),
      await call(server.url, 'GET', '/messages/users', { token: ada.token }),
      await call(server.url, 'POST', '/auth/logout', { token: ada.token }),
    ];
    for (const { headers } of others) expect(headers.getSetCookie()).toEqual([]);
  });

  test('travels over https alone where people come by https', async () => {
    await start({ config: { PUBLIC_URL: 'https://chat.example.org' } });
    const { token } = await signUp(server.url);
    const { headers } = await call(server.url, 'GET', '/auth/check', { token });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/; SameSite=Strict; Secure$/)]);
  });

  test('lets in a client that sends nothing but its userId, which then hears what is meant for it', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const { cookie } = await logIn(ada);
    const socket = knock(ada, { cookie: `theme=dark; ${cookie}; other=1`, origin: server.url });
    expect(await socket.hear('getOnlineUsers')).toEqual([ada.id]);
    const sent = await send(server.url, grace, ada, 'Hello');
    expect(await socket.hear('newMessage')).toMatchObject({ _id: sent._id, text: 'Hello' });
  });

  test('lets in by polling, too, which is how Socket.IO begins', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const { cookie } = await logIn(ada);
    const socket = listen(server.url, ada, {
      auth: {},
      transports: ['polling'],
      extraHeaders: { cookie },
    });
    listeners.push(socket);
    expect(await socket.hear('getOnlineUsers')).toEqual([ada.id]);
  });

  test('is the same for one session, so that a check in one window does not end the others', async () => {
    await start();
    const { token, cookie } = await logIn(await signUp(server.url));
    expect(readCookie(await call(server.url, 'GET', '/auth/check', { token }))).toBe(cookie);
  });

  test('is no token: no call and no handshake takes it for one', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const ticket = (await logIn(ada)).cookie.split('=')[1] ?? '';
    const asToken = await call(server.url, 'GET', '/auth/check', { token: ticket });
    expect(asToken.status).toBe(401);
    const asAuth = listen(server.url, ada, { auth: { token: ticket } });
    listeners.push(asAuth);
    expect(await refusal(asAuth)).toMatch(/session/);
  });

  test('and a token is no ticket', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    await refusal(knock(ada, { cookie: `duet-socket=${ada.token}` }));
  });
});

describe('No socket opens', () => {
  test('for a userId alone', async () => {
    await start();
    expect(await refusal(knock(await signUp(server.url)))).toBe('Log in to continue.');
  });

  test.each(['', 'duet-socket', 'duet-socket=', 'duet-socket=x', `duet-socket=${'a'.repeat(43)}`])(
    'for the cookie "%s"',
    async (cookie) => {
      await start();
      await refusal(knock(await signUp(server.url), { cookie }));
    },
  );

  test('with the ticket of another account', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const { cookie } = await logIn(await signUp(server.url, 'Grace'));
    expect(await refusal(knock(ada, { cookie }))).toBe('This session belongs to somebody else.');
  });

  test.each(['websocket', 'polling'])(
    'for a page of another site, with the ticket and by %s',
    async (transport) => {
      await start();
      const ada = await signUp(server.url, 'Ada');
      const { cookie } = await logIn(ada);
      const listener = listen(server.url, ada, {
        auth: {},
        transports: [transport],
        extraHeaders: { cookie, origin: 'https://evil.example.org' },
      });
      listeners.push(listener);
      await refusal(listener);
    },
  );

  test('with a wrong token beside a right ticket', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const { cookie } = await logIn(ada);
    const listener = listen(server.url, ada, {
      auth: { token: 'unknown' },
      extraHeaders: { cookie },
    });
    listeners.push(listener);
    await refusal(listener);
  });

  test('after logout, and the one that was open closes', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const { token, cookie } = await logIn(ada);
    const open = knock(ada, { cookie });
    await open.hear('getOnlineUsers');
    const closed = new Promise((resolve) => open.socket.once('disconnect', resolve));
    await call(server.url, 'POST', '/auth/logout', { token });
    await closed;
    await refusal(knock(ada, { cookie }));
  });

  test('when the session has ended by time', async () => {
    let now = Date.now();
    await start({ clock: () => now });
    const ada = await signUp(server.url, 'Ada');
    const { cookie } = await logIn(ada);
    now += 31 * 24 * 60 * 60 * 1000;
    await refusal(knock(ada, { cookie }));
  });

  test('as the first account once somebody else has signed in, in the same browser', async () => {
    await start();
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    await logIn(ada);
    const { cookie } = await logIn(grace);
    await refusal(knock(ada, { cookie }));
    expect(await knock(grace, { cookie }).hear('getOnlineUsers')).toEqual([grace.id]);
  });
});

test('Two browsers, each with its account, hear what is theirs', async () => {
  await start();
  const ada = await signUp(server.url, 'Ada');
  const grace = await signUp(server.url, 'Grace');
  const adas = knock(ada, { cookie: (await logIn(ada)).cookie });
  const graces = knock(grace, { cookie: (await logIn(grace)).cookie });
  await Promise.all([adas.hear('getOnlineUsers'), graces.hear('getOnlineUsers')]);
  await send(server.url, ada, grace, 'For Grace');
  await send(server.url, grace, ada, 'For Ada');
  expect(await adas.hear('newMessage')).toMatchObject({ text: 'For Ada' });
  expect(await graces.hear('newMessage')).toMatchObject({ text: 'For Grace' });
  expect([adas.heard('newMessage').length, graces.heard('newMessage').length]).toEqual([1, 1]);
});

describe('Where the host accepts sockets by userId alone', () => {
  const open = { config: { SOCKETS_BY_USER_ID: true } };

  test('a client without token and cookie hears what is meant for that person', async () => {
    await start(open);
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const socket = knock(ada);
    expect(await socket.hear('getOnlineUsers')).toEqual([ada.id]);
    await send(server.url, grace, ada, 'Hello');
    expect(await socket.hear('newMessage')).toMatchObject({ text: 'Hello' });
  });

  test('it says nothing in that name: no typing, no receipt', async () => {
    await start(open);
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const { _id } = await send(server.url, grace, ada, 'Hello');
    const graces = await join(server.url, grace);
    listeners.push(graces);
    const unproven = knock(ada);
    await unproven.hear('getOnlineUsers');
    unproven.socket.emit('typing', { userId: grace.id });
    unproven.socket.emit('delivered', { userId: grace.id, upTo: _id });
    const proven = await join(server.url, ada);
    listeners.push(proven);
    proven.socket.emit('typing', { userId: grace.id });
    await graces.hear('typing');
    expect(graces.heard('typing')).toHaveLength(1);
    expect(graces.heard('delivered')).toEqual([]);
  });

  test('a browser with a ticket may say who types, and leaves when its session ends', async () => {
    await start(open);
    const ada = await signUp(server.url, 'Ada');
    const grace = await signUp(server.url, 'Grace');
    const graces = await join(server.url, grace);
    listeners.push(graces);
    const { token, cookie } = await logIn(ada);
    const socket = knock(ada, { cookie });
    await socket.hear('getOnlineUsers');
    socket.socket.emit('typing', { userId: grace.id });
    await graces.hear('typing');
    const isCut = new Promise((resolve) => socket.socket.once('disconnect', resolve));
    await call(server.url, 'POST', '/auth/logout', { token });
    await isCut;
    const again = knock(ada, { cookie });
    expect(await again.hear('getOnlineUsers')).toContain(ada.id);
  });

  test('nobody is let in who does not exist, or who shows a wrong token', async () => {
    await start(open);
    const ada = await signUp(server.url, 'Ada');
    await refusal(knock({ ...ada, id: 'f'.repeat(24) }));
    await refusal(knock({ ...ada, id: 'nonsense' }));
    const wrong = listen(server.url, ada, { auth: { token: 'unknown' } });
    listeners.push(wrong);
    await refusal(wrong);
  });

  test('the log says what that gives away', async () => {
    await start(open);
    expect(server.readLog()).toMatch(/SOCKETS_BY_USER_ID is on: [^"]*read/);
  });
});
