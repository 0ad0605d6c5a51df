/**
 * A stranger's client, which knows spec section 7 and nothing else: seven calls and two events. It must
 * be able to do everything with our server, and with the plain backend that stands in for strangers.
 */
import { io } from 'socket.io-client';
import { describe, expect, onTestFinished } from 'vitest';
import { eventually } from '../support/actions.ts';
import {
  BACKEND_NAMES,
  type Backend,
  callApi,
  type Member,
  makePerson,
  readField,
  register,
} from '../support/backends.ts';
import { withBackend } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

describe.each(BACKEND_NAMES)('A client that speaks only the contract, with %s', (name) => {
  const test = withBackend(name);

  /** What one person's socket has been told. Cookies are kept as a browser does, which asks nobody for it. */
  async function connect(backend: Backend, member: Member) {
    const check = await fetch(`${backend.url}/api/v1/auth/check`, {
      headers: { token: member.token },
    });
    const cookie = check.headers.getSetCookie().map((each) => each.split(';')[0]);
    const heard: { online: string[]; messages: unknown[] } = { online: [], messages: [] };
    const socket = io(backend.url, {
      query: { userId: member.id },
      extraHeaders: { cookie: cookie.join('; ') },
      forceNew: true,
    });
    onTestFinished(() => void socket.close());
    socket.on('getOnlineUsers', (ids: string[]) => {
      heard.online = ids;
    });
    socket.on('newMessage', (message: unknown) => heard.messages.push(message));
    return { heard, socket };
  }

  test('signs up, logs in, checks its session and edits its profile (DATA-1, CALL-2, CALL-3, CALL-4)', async ({
    backend,
  }) => {
    const person = makePerson('Ada Lovelace');
    const { token } = await register(backend, person);
    const check = await callApi(backend, 'GET', '/auth/check', { token });
    expect(check).toMatchObject({ user: { fullName: 'Ada Lovelace', bio: person.bio } });
    const login = { email: person.email, password: person.password };
    const loggedIn = await callApi(backend, 'POST', '/auth/login', { body: login });
    expect(readField(readField(loggedIn, 'userData'), 'fullName')).toBe('Ada Lovelace');
    expect(readField(loggedIn, 'message')).toEqual(expect.any(String));

    const profilePic = makeDataUrl(makePng(40, 40));
    const profile = { fullName: 'Ada King', bio: 'Countess', profilePic };
    const edited = await callApi(backend, 'PUT', '/auth/update-profile', { token, body: profile });
    expect(readField(edited, 'user')).toMatchObject({ fullName: 'Ada King', bio: 'Countess' });
    expect(readField(readField(edited, 'user'), 'profilePic')).toMatch(/^(data:image|\/|http)/);

    await callApi(backend, 'PUT', '/auth/update-profile', {
      token,
      body: { fullName: 'Ada', bio: 'Mathematician' },
    });
    const checked = readField(await callApi(backend, 'GET', '/auth/check', { token }), 'user');
    expect(readField(checked, 'profilePic')).toBeTruthy();
  });

  test('sees who is online, exchanges text and pictures live, and counts what is unseen (DATA-2, DATA-3, DATA-4, CALL-5, CALL-7, CALL-9)', async ({
    backend,
    ada,
    ben,
  }) => {
    const adas = await connect(backend, ada);
    const bens = await connect(backend, ben);
    await eventually(() => adas.heard.online.toSorted(), [ada.id, ben.id].toSorted());

    const image = makeDataUrl(makePng(16, 8));
    for (const body of [{ text: 'Hello Ben' }, { image }]) {
      const path = `/messages/send/${ben.id}`;
      const answer = await callApi(backend, 'POST', path, { token: ada.token, body });
      expect(readField(answer, 'newMessage')).toMatchObject({ senderId: ada.id, seen: false });
    }
    await eventually(() => bens.heard.messages.length, 2);
    expect(bens.heard.messages).toMatchObject([
      { senderId: ada.id, text: 'Hello Ben' },
      { senderId: ada.id, image: expect.any(String) },
    ]);
    expect(adas.heard.messages).toEqual([]);

    const list = () => callApi(backend, 'GET', '/messages/users', { token: ben.token });
    expect(await list()).toMatchObject({
      users: [{ _id: ada.id, fullName: 'Ada', bio: ada.bio }],
      unseenMessages: { [ada.id]: 2 },
    });
    const first = String(readField(bens.heard.messages[0], '_id'));
    await callApi(backend, 'PUT', `/messages/mark/${first}`, { token: ben.token });
    expect(await list()).toMatchObject({ unseenMessages: { [ada.id]: 1 } });

    const read = await callApi(backend, 'GET', `/messages/${ada.id}`, { token: ben.token });
    expect(readField(read, 'messages')).toMatchObject([
      { text: 'Hello Ben', seen: true },
      { senderId: ada.id },
    ]);
    expect(readField(await list(), 'unseenMessages')).toEqual({});

    bens.socket.close();
    await eventually(() => adas.heard.online, [ada.id]);
  });

  test('reads a long conversation whole, oldest first (CALL-6)', async ({ backend, ada, ben }) => {
    const texts = Array.from({ length: 120 }, (_, index) => `Line ${index}`);
    for (const text of texts) {
      const path = `/messages/send/${ben.id}`;
      await callApi(backend, 'POST', path, { token: ada.token, body: { text } });
    }
    const read = await callApi(backend, 'GET', `/messages/${ada.id}`, { token: ben.token });
    const messages = readField(read, 'messages');
    expect(Array.isArray(messages) && messages.map((one) => readField(one, 'text'))).toEqual(texts);
  });
});
