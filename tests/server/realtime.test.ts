/** Sockets: who is let in, what each event says and to whom. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPacer } from '../../server/realtime/catch-up.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { WAIT_LIMIT_MS } from '../support/limits.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join, type Listener, listen, refusal } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
let listeners: Listener[];
beforeEach(async () => {
  listeners = [];
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
});
afterEach(async () => {
  for (const listener of listeners) listener.close();
  await server.close();
});

/** Another window of somebody who wants to know what happens in the others. */
const enterBeside = (member: Member) =>
  enter(member, { auth: { token: member.token, wants: ['ownDevices'] } });

async function enter(member: Member, options?: Parameters<typeof join>[2]): Promise<Listener> {
  const listener = await join(server.url, member, options);
  listeners.push(listener);
  return listener;
}

/** Whatever was on its way to them before has arrived when this has. */
async function settle(...those: Listener[]): Promise<void> {
  const eve = await signUp(server.url, 'Eve');
  await call(server.url, 'PUT', '/auth/update-profile', {
    token: eve.token,
    body: { fullName: 'Eve', bio: eve.id },
  });
  await Promise.all(those.map((one) => one.hear('profileChanged', ({ _id }) => _id === eve.id)));
}

const mark = (reader: Member, messageId: string) =>
  call(server.url, 'PUT', `/messages/mark/${messageId}`, reader);

describe('The handshake', () => {
  test('lets in whose token is in auth or in the header, over either transport', async () => {
    await enter(ada);
    await enter(ada, { transports: ['websocket'] });
    await enter(ada, { transports: ['polling'] });
    await enter(ada, { auth: {}, extraHeaders: { token: ada.token } });
  });

  test.each([
    ['no token', () => ({ auth: {} })],
    ['a token that is none', () => ({ auth: { token: 'x' } })],
    ['a token that is no text', () => ({ auth: { token: { a: 1 } } })],
    ['somebody else’s token', () => ({ auth: { token: grace.token } })],
    ['no user id', () => ({ query: {} })],
    ['somebody else’s id', () => ({ query: { userId: grace.id } })],
    ['two user ids', () => ({ query: { userId: [ada.id, grace.id] } })],
  ])('refuses %s', async (_what, options) => {
    const listener = listen(server.url, ada, options());
    expect(await refusal(listener)).toMatch(/^[A-Z].*\.$/);
    listener.close();
  });

  test('refuses an ended session, and one socket too many', async () => {
    const strict = await startServer({ config: { SOCKETS_PER_PERSON: 1 } });
    const eve = await signUp(strict.url, 'Eve');
    const first = await join(strict.url, eve);
    expect(await refusal(listen(strict.url, eve))).toContain('Too many windows');
    await call(strict.url, 'POST', '/auth/logout', eve);
    expect(await refusal(listen(strict.url, eve))).toContain('Log in again');
    first.close();
    await strict.close();
  });

  test('is followed by hello with the features', async () => {
    const listener = await enter(ada);
    expect(await listener.hear('hello')).toEqual({
      // By default nobody but the operator invites.
      features: FEATURES.filter((feature) => feature !== 'invitations'),
      epoch: server.store.epoch(),
      withinMs: 1,
    });
  });

  test('names more time for the first calls to those who come together, none to who comes alone', () => {
    let now = 0;
    const pace = createPacer(() => now);
    const come = (count: number) => Array.from({ length: count }, pace).at(-1);
    expect(come(1)).toBe(1);
    expect(come(4_999)).toBe(5_000);
    now = 4_000;
    expect(come(1)).toBe(1_001);
    expect(come(20_000)).toBe(10_000);
    now = 20_000;
    expect(come(1)).toBe(1);
  });

  test('answers a pulse, and takes no notice of one that asks for no answer', async () => {
    const { socket } = await enter(ada);
    socket.emit('pulse', 'not a function');
    socket.emit('pulse');
    await socket.timeout(WAIT_LIMIT_MS).emitWithAck('pulse');
  });

  test('is told of nothing before the hello', async () => {
    const listener = listen(server.url, ada);
    const first = await new Promise((resolve) => listener.socket.onAny(resolve));
    expect(first).toBe('hello');
    listener.close();
  });
});

describe('Presence', () => {
  const isExactly =
    (...members: Member[]) =>
    (userIds: string[]) =>
      userIds.toSorted().join() ===
      members
        .map(({ id }) => id)
        .toSorted()
        .join();

  test('tells the newcomer at once, and the others soon', async () => {
    const adas = await enter(ada);
    const graces = await enter(grace);
    expect(graces.heard('getOnlineUsers')[0]?.toSorted()).toEqual([ada.id, grace.id].toSorted());
    await adas.hear('getOnlineUsers', isExactly(ada, grace));
  });

  test('counts a person once, and as online until the last window has been gone for a while', async () => {
    const adas = await enter(ada);
    const first = await enter(grace);
    const second = await enter(grace);
    await adas.hear('getOnlineUsers', isExactly(ada, grace));
    first.close();
    const eve = await signUp(server.url, 'Eve');
    const eves = await enter(eve);
    await adas.hear('getOnlineUsers', isExactly(ada, grace, eve));
    expect(eves.heard('getOnlineUsers')[0]).toHaveLength(3);
    second.close();
    await adas.hear('getOnlineUsers', isExactly(ada, eve));
  });

  test('does not blink when somebody reloads', async () => {
    const patient = await startServer({ timing: { graceMs: 60_000 } });
    const [here, away] = [await signUp(patient.url, 'Here'), await signUp(patient.url, 'Away')];
    const watcher = await join(patient.url, here);
    const before = await join(patient.url, away);
    await watcher.hear('getOnlineUsers', (ids) => ids.length === 2);
    before.close();
    const after = await join(patient.url, away);
    const third = await join(patient.url, await signUp(patient.url, 'Third'));
    await watcher.hear('getOnlineUsers', (ids) => ids.length === 3);
    expect(watcher.heard('getOnlineUsers').map((ids) => ids.length)).toEqual(
      watcher
        .heard('getOnlineUsers')
        .map((ids) => ids.length)
        .toSorted(),
    );
    for (const one of [watcher, after, third]) one.close();
    await patient.close();
  });

  test('comes as changes to sockets that ask for them, and is remembered', async () => {
    const auth = { token: ada.token, wants: ['presence', 'unheard-of'] };
    const adas = await enter(ada, { auth });
    const graces = await enter(grace);
    await adas.hear('presence', (changes) =>
      changes.some(({ userId, online }) => userId === grace.id && online),
    );
    graces.close();
    const [change] = await adas.hear('presence', (changes) =>
      changes.some(({ online }) => !online),
    );
    expect(change).toEqual({ userId: grace.id, online: false, lastSeenAt: expect.any(String) });
    expect(adas.heard('getOnlineUsers')).toHaveLength(1);

    const checked = await call(server.url, 'GET', '/messages/users', ada);
    expect(checked.body).toMatchObject({
      users: [{ _id: grace.id, lastSeenAt: change?.lastSeenAt }],
    });
  });

  test('comes right for whoever came between a departure and the return', async () => {
    const slow = await startServer({ timing: { graceMs: 0, presenceIntervalMs: 500 } });
    const [away, watcher] = [await signUp(slow.url, 'Away'), await signUp(slow.url, 'Watcher')];
    const auth = { token: watcher.token, wants: ['presence'] };
    const knowing = await join(slow.url, watcher, { auth });
    const before = await join(slow.url, away);
    const isBack = (changes: { userId: string; online: boolean }[]) =>
      changes.some(({ userId, online }) => userId === away.id && online);
    await knowing.hear('presence', isBack);
    before.close();
    let newcomer = await join(slow.url, watcher, { auth });
    while ((await newcomer.hear('getOnlineUsers')).includes(away.id)) {
      newcomer.close();
      newcomer = await join(slow.url, watcher, { auth });
    }
    const after = await join(slow.url, away);
    await newcomer.hear('presence', isBack);
    for (const one of [knowing, newcomer, after]) one.close();
    await slow.close();
  });

  test('notes when everybody was last seen when the server stops', async () => {
    await enter(ada);
    await server.stop();
    const again = await startServer({ dataDir: server.dataDir });
    const { body } = await call(again.url, 'GET', '/messages/users', grace);
    expect(body).toMatchObject({ users: [{ _id: ada.id, lastSeenAt: expect.any(String) }] });
    await again.close();
  });
});

describe('A message', () => {
  test('reaches every window of the receiver and of the sender, under different names', async () => {
    const graces = [await enter(grace), await enterBeside(grace)];
    const adas = await enterBeside(ada);
    const eves = await enter(await signUp(server.url, 'Eve'));
    const message = await send(server.url, ada, grace, 'Hello');
    const arrival = { ...message, before: 0, summaryVersion: 1 };
    for (const one of graces) expect(await one.hear('newMessage')).toEqual(arrival);
    expect(await adas.hear('messageSent')).toEqual(arrival);
    await settle(...graces, adas, eves);
    expect(adas.heard('newMessage')).toEqual([]);
    for (const one of graces) expect(one.heard('messageSent')).toEqual([]);
    expect([...eves.heard('newMessage'), ...eves.heard('messageSent')]).toEqual([]);
  });

  test.each(['websocket', 'polling'])(
    'leaves over %s in the order of ids, however many are sent at once',
    async (transport) => {
      const graces = await enter(grace, { transports: [transport] });
      const sends = Array.from({ length: 100 }, (_, number) =>
        send(server.url, ada, grace, `${number}`),
      );
      const sent = (await Promise.all(sends)).map(({ _id }) => _id);
      await settle(graces);
      expect(graces.heard('newMessage').map(({ _id }) => _id)).toEqual(sent.toSorted());
    },
  );

  test('is told in the sender’s other windows to those alone that ask for it', async () => {
    const [beside, plain] = [await enterBeside(ada), await enter(ada)];
    const { _id } = await send(server.url, ada, grace, 'Hello');
    await mark(grace, _id);
    await settle(beside, plain);
    expect(beside.heard('messageSent').map((message) => message._id)).toEqual([_id]);
    expect([...plain.heard('messageSent'), ...plain.heard('newMessage')]).toEqual([]);
  });

  test('is not announced when it is refused', async () => {
    const graces = await enter(grace);
    await call(server.url, 'POST', `/messages/send/${grace.id}`, {
      token: ada.token,
      body: { text: ' ' },
    });
    await settle(graces);
    expect(graces.heard('newMessage')).toEqual([]);
  });
});

describe('Seen', () => {
  test('tells the sender, and the reader’s other windows, once', async () => {
    const adas = await enter(ada);
    const graces = await enterBeside(grace);
    const { _id } = await send(server.url, ada, grace, 'Hello');
    await mark(grace, _id);
    await mark(grace, _id);
    await settle(adas, graces);
    expect(adas.heard('seen')).toEqual([{ userId: grace.id, from: _id, upTo: _id }]);
    expect(graces.heard('seenElsewhere')).toEqual([{ userId: ada.id, from: _id, upTo: _id }]);
  });

  test('covers a range when the conversation is opened, and nothing on a peek', async () => {
    const adas = await enter(ada);
    const first = await send(server.url, ada, grace, 'One');
    const last = await send(server.url, ada, grace, 'Two');
    await call(server.url, 'GET', `/messages/${ada.id}?peek=true`, grace);
    await call(server.url, 'GET', `/messages/${ada.id}`, grace);
    await call(server.url, 'GET', `/messages/${ada.id}`, grace);
    await settle(adas);
    expect(adas.heard('seen')).toEqual([{ userId: grace.id, from: first._id, upTo: last._id }]);
  });
});

describe('Delivered', () => {
  test('is told to the sender when a client of the receiver says so', async () => {
    const adas = await enter(ada);
    const graces = await enter(grace);
    const first = await send(server.url, ada, grace, 'One');
    const last = await send(server.url, ada, grace, 'Two');
    graces.socket.emit('delivered', { userId: ada.id, upTo: last._id });
    expect(await adas.hear('delivered')).toEqual({
      userId: grace.id,
      from: first._id,
      upTo: last._id,
    });
    graces.socket.emit('delivered', { userId: ada.id, upTo: last._id });
    await settle(adas);
    expect(adas.heard('delivered')).toHaveLength(1);
    const { body } = await call(server.url, 'GET', `/messages/${grace.id}`, ada);
    expect(body).toMatchObject({ messages: [{ delivered: true }, { delivered: true }] });
  });

  test('keeps the furthest of many reports that come at once', async () => {
    const adas = await enter(ada);
    const graces = await enter(grace);
    const ids: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      ids.push((await send(server.url, ada, grace, `${number}`))._id);
    }
    for (const upTo of ids) graces.socket.emit('delivered', { userId: ada.id, upTo });
    await adas.hear('delivered', ({ upTo }) => upTo === ids.at(-1));
    const reported = adas.heard('delivered');
    expect(reported[0]?.from).toBe(ids[0]);
    expect(reported.map(({ upTo }) => upTo)).toEqual(reported.map(({ upTo }) => upTo).toSorted());
  });

  test('cannot be claimed for a conversation of others', async () => {
    const adas = await enter(ada);
    const graces = await enter(grace);
    const eves = await enter(await signUp(server.url, 'Eve'));
    const { _id } = await send(server.url, ada, grace, 'Hello');
    eves.socket.emit('delivered', { userId: ada.id, upTo: _id });
    // What one client says is handled in order, so the claim is in when the typing comes out.
    eves.socket.emit('typing', { userId: ada.id });
    await adas.hear('typing');
    graces.socket.emit('delivered', { userId: ada.id, upTo: _id });
    await adas.hear('delivered', ({ userId }) => userId === grace.id);
    expect(adas.heard('delivered')).toHaveLength(1);
  });
});

describe('Typing', () => {
  test('reaches the peer only, and not more often than a person types', async () => {
    const adas = await enter(ada);
    const graces = await enter(grace);
    const eves = await enter(await signUp(server.url, 'Eve'));
    for (let number = 0; number < 50; number += 1) {
      adas.socket.emit('typing', { userId: grace.id });
    }
    expect(await graces.hear('typing')).toEqual({ userId: ada.id });
    // The receipt travels behind the typing, so its echo says that all of it has been handled.
    const { _id } = await send(server.url, grace, ada, 'Hello');
    adas.socket.emit('delivered', { userId: grace.id, upTo: _id });
    await graces.hear('delivered');
    await settle(eves);
    expect(graces.heard('typing')).toHaveLength(5);
    expect([...eves.heard('typing'), ...adas.heard('typing')]).toEqual([]);
  });
});

describe('A profile', () => {
  test('that changed is told to everybody', async () => {
    const graces = await enter(grace);
    const adas = await enter(ada);
    const body = { fullName: 'Ada King', bio: 'Countess.' };
    await call(server.url, 'PUT', '/auth/update-profile', { token: ada.token, body });
    for (const one of [adas, graces]) {
      expect(await one.hear('profileChanged')).toMatchObject({ _id: ada.id, ...body });
    }
  });

  test('that changes again and again is told of as it is in the end, not each time', async () => {
    const graces = await enter(grace);
    const bios = Array.from({ length: 20 }, (_, index) => `Draft ${index}`);
    for (const bio of bios) {
      const body = { fullName: 'Ada King', bio };
      await call(server.url, 'PUT', '/auth/update-profile', { token: ada.token, body });
    }
    await graces.hear('profileChanged', ({ bio }) => bio === bios.at(-1));
    expect(graces.heard('profileChanged').length).toBeLessThan(bios.length);
  });
});

describe('What a client must not send', () => {
  test.each([
    ['typing', undefined],
    ['typing', null],
    ['typing', 'x'],
    ['typing', { userId: 7 }],
    ['typing', { userId: 'x'.repeat(1_000) }],
    ['typing', { userId: 'user:x' }],
    ['delivered', {}],
    ['delivered', { userId: 'x', upTo: 'y' }],
    ['delivered', []],
    ['newMessage', { text: 'forged' }],
    ['unheard-of', 1],
  ])('is ignored: %s with %j', async (event, payload) => {
    const adas = await enter(ada);
    const graces = await enter(grace);
    adas.socket.emit(event, payload);
    adas.socket.emit(event, payload, () => {});
    adas.socket.emit('typing', { userId: grace.id });
    await graces.hear('typing');
    expect(adas.socket.connected).toBe(true);
    expect(graces.heard('newMessage')).toEqual([]);
  });

  test('ends the connection when it is too large', async () => {
    const adas = await enter(ada, { transports: ['websocket'] });
    const ended = new Promise((resolve) => adas.socket.once('disconnect', resolve));
    adas.socket.emit('typing', { userId: 'x'.repeat(20_000) });
    await ended;
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

describe('Logging out', () => {
  test('disconnects the windows of this session, and of no other', async () => {
    const { body } = await call<{ token: string }>(server.url, 'POST', '/auth/login', {
      body: { email: ada.email, password: ada.password },
    });
    const here = [await enter(ada), await enter(ada)];
    const elsewhere = await enter({ ...ada, token: body.token });
    const ended = here.map(
      ({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)),
    );
    await call(server.url, 'POST', '/auth/logout', ada);
    expect(await Promise.all(ended)).toEqual(['io server disconnect', 'io server disconnect']);
    await settle(elsewhere);
    expect(elsewhere.socket.connected).toBe(true);
  });
});
