/** Sockets: who is let in, what each event says and to whom. */
import { expect, test } from 'vitest';
import { createPacer } from '../../server/realtime/catch-up.ts';
import { createPacedNews } from '../../server/realtime/notifier.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { WAIT_LIMIT_MS } from '../support/limits.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { createManualTimers } from './support/manual-timers.ts';
import { ada, grace, openPair, restart, server } from './support/pair.ts';
import { join, type Listener, listen, refusal } from './support/sockets.ts';

openPair();

/** A window of somebody who wants to know what happens in the others. */
const enterBeside = (member: Member) => enter(member, { wants: ['ownDevices'] });

const enter = (member: Member, options?: Parameters<typeof join>[2]) =>
  join(server.url, member, options);

/** Whatever was on its way to them before has arrived when this has. */
async function settle(...those: Listener[]): Promise<void> {
  const eve = await signUp(server.url, 'Eve');
  await call(server.url, 'PUT', '/auth/update-profile', {
    token: eve.token,
    body: { fullName: 'Eve', bio: eve.id },
  });
  await Promise.all(those.map((one) => one.hear('profileChanged', ({ _id }) => _id === eve.id)));
}

test('A handshake is let in by a token in auth or in the header, over either transport, and by nothing else', async () => {
  await enter(ada, { transports: ['websocket'] });
  await enter(ada, { transports: ['polling'] });
  await enter(ada, { auth: {}, extraHeaders: { token: ada.token } });
  for (const options of [
    { auth: {} },
    { auth: { token: 'x' } },
    { auth: { token: { a: 1 } } },
    { auth: { token: grace.token } },
    { query: {} },
    { query: { userId: grace.id } },
    { query: { userId: [ada.id, grace.id] } },
  ]) {
    expect(await refusal(listen(server.url, ada, options))).toMatch(/^[A-Z].*\.$/);
  }
});

test('A socket is told the features first of all, and has its pulse answered', async () => {
  const listener = listen(server.url, ada);
  expect(await new Promise((resolve) => listener.socket.onAny(resolve))).toBe('hello');
  expect(await listener.hear('hello')).toEqual({
    // By default nobody but the operator invites.
    features: FEATURES.filter((feature) => feature !== 'invitations'),
    epoch: server.store.epoch(),
    withinMs: 1,
  });
  listener.socket.emit('pulse', 'not a function');
  listener.socket.emit('pulse');
  await listener.socket.timeout(WAIT_LIMIT_MS).emitWithAck('pulse');
});

test('A hello names more time for the first calls to those who come together, none to who comes alone', () => {
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

const isExactly =
  (...members: Member[]) =>
  (userIds: string[]) =>
    userIds.toSorted().join() ===
    members
      .map(({ id }) => id)
      .toSorted()
      .join();

test('A person counts once, and as online until the last window has been gone for a while', async () => {
  const adas = await enter(ada);
  const first = await enter(grace);
  expect(first.heard('getOnlineUsers')[0]).toSatisfy(isExactly(ada, grace));
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

test('Presence comes as changes to sockets that ask for them, and is remembered, also when the server stops', async () => {
  const adas = await enter(ada, { wants: ['presence', 'unheard-of'] });
  const graces = await enter(grace);
  await adas.hear('presence', (changes) =>
    changes.some(({ userId, online }) => userId === grace.id && online),
  );
  graces.close();
  const [change] = await adas.hear('presence', (changes) => changes.some(({ online }) => !online));
  expect(change).toEqual({ userId: grace.id, online: false, lastSeenAt: expect.any(String) });
  expect(adas.heard('getOnlineUsers')).toHaveLength(1);
  const list = await call(server.url, 'GET', '/messages/users', ada);
  expect(list.body).toMatchObject({ users: [{ _id: grace.id, lastSeenAt: change?.lastSeenAt }] });

  await server.stop();
  await restart({ dataDir: server.dataDir });
  const { body } = await call(server.url, 'GET', '/messages/users', grace);
  expect(body).toMatchObject({ users: [{ _id: ada.id, lastSeenAt: expect.any(String) }] });
});

test('A message reaches every window of the receiver, and those of the sender that ask for it, under another name', async () => {
  const graces = [await enter(grace), await enterBeside(grace)];
  const [beside, plain] = [await enterBeside(ada), await enter(ada)];
  const eves = await enter(await signUp(server.url, 'Eve'));
  const blank = { token: ada.token, body: { text: ' ' } };
  await call(server.url, 'POST', `/messages/send/${grace.id}`, blank);
  const first = await send(server.url, ada, grace, 'Hello');
  const second = await send(server.url, ada, grace, 'Again');
  const arrivals = [
    { ...first, before: 0, summaryVersion: 1 },
    { ...second, before: first.change, summaryVersion: 2 },
  ];
  await settle(...graces, beside, plain, eves);
  for (const one of graces) expect(one.heard('newMessage')).toEqual(arrivals);
  expect(beside.heard('messageSent')).toEqual(arrivals);
  for (const one of [beside, plain, eves]) expect(one.heard('newMessage')).toEqual([]);
  for (const one of [...graces, plain, eves]) expect(one.heard('messageSent')).toEqual([]);
});

test('Messages leave in the order of ids, over each transport, however many are sent at once', async () => {
  const graces = [
    await enter(grace, { transports: ['websocket'] }),
    await enter(grace, { transports: ['polling'] }),
  ];
  const sends = Array.from({ length: 100 }, (_, number) =>
    send(server.url, ada, grace, `${number}`),
  );
  const sent = (await Promise.all(sends)).map(({ _id }) => _id);
  await settle(...graces);
  for (const one of graces) {
    expect(one.heard('newMessage').map(({ _id }) => _id)).toEqual(sent.toSorted());
  }
});

test('What is seen is told to the sender and to the reader’s other windows, once, and nothing on a peek', async () => {
  const adas = await enter(ada);
  const graces = await enterBeside(grace);
  const first = await send(server.url, ada, grace, 'One');
  for (const _ of [1, 2]) await call(server.url, 'PUT', `/messages/mark/${first._id}`, grace);
  const second = await send(server.url, ada, grace, 'Two');
  const last = await send(server.url, ada, grace, 'Three');
  for (const query of ['?peek=true', '', '']) {
    await call(server.url, 'GET', `/messages/${ada.id}${query}`, grace);
    await settle(adas, graces);
    const isOpened = query === '';
    for (const [one, event, userId] of [
      [adas, 'seen', grace.id],
      [graces, 'seenElsewhere', ada.id],
    ] as const) {
      const opened = { userId, from: second._id, upTo: last._id };
      const marked = { userId, from: first._id, upTo: first._id };
      expect(one.heard(event)).toEqual(isOpened ? [marked, opened] : [marked]);
    }
  }
});

test('What is delivered is told to the sender once, when a client of the receiver and nobody else says so', async () => {
  const [adas, graces] = [await enter(ada), await enter(grace)];
  const eves = await enter(await signUp(server.url, 'Eve'));
  const ids: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    ids.push((await send(server.url, ada, grace, `${number}`))._id);
  }
  eves.socket.emit('delivered', { userId: ada.id, upTo: ids[0] });
  // What one client says is handled in order, so the claim is in when the typing comes out.
  eves.socket.emit('typing', { userId: ada.id });
  await adas.hear('typing');
  expect(adas.heard('delivered')).toEqual([]);

  // Of many reports that come at once, the furthest counts.
  for (const upTo of [...ids, ids[0]]) graces.socket.emit('delivered', { userId: ada.id, upTo });
  await adas.hear('delivered', ({ upTo }) => upTo === ids.at(-1));
  await settle(adas);
  const reported = adas.heard('delivered');
  expect(reported[0]).toMatchObject({ userId: grace.id, from: ids[0] });
  const told = reported.map(({ upTo }) => upTo);
  expect(told).toEqual([...new Set(told)].sort());
  const { body } = await call(server.url, 'GET', `/messages/${grace.id}?limit=1`, ada);
  expect(body).toMatchObject({ messages: [{ delivered: true }] });
});

test('Typing reaches the peer only, and not more often than a person types', async () => {
  const [adas, graces] = [await enter(ada), await enter(grace)];
  const eves = await enter(await signUp(server.url, 'Eve'));
  for (let number = 0; number < 50; number += 1) adas.socket.emit('typing', { userId: grace.id });
  expect(await graces.hear('typing')).toEqual({ userId: ada.id });
  // The receipt travels behind the typing, so its echo says that all of it has been handled.
  const { _id } = await send(server.url, grace, ada, 'Hello');
  adas.socket.emit('delivered', { userId: grace.id, upTo: _id });
  await graces.hear('delivered');
  await settle(eves);
  expect(graces.heard('typing')).toHaveLength(5);
  expect([...eves.heard('typing'), ...adas.heard('typing')]).toEqual([]);
});

test('A changed profile is told to everybody, at last as it is in the end', async () => {
  const [adas, graces] = [await enter(ada), await enter(grace)];
  for (const bio of ['Draft', 'Final']) {
    const body = { fullName: 'Ada King', bio };
    await call(server.url, 'PUT', '/auth/update-profile', { token: ada.token, body });
  }
  for (const one of [adas, graces]) {
    const told = await one.hear('profileChanged', ({ bio }) => bio === 'Final');
    expect(told).toEqual({ _id: ada.id, fullName: 'Ada King', bio: 'Final' });
    expect(one.heard('profileChanged').at(-1)).toEqual(told);
  }
});

test('News of many people take a small share of the time together, the latest of each in turn', () => {
  const time = { now: 0 };
  const { timing, runDue } = createManualTimers(time);
  const told: string[] = [];
  const tell = createPacedNews<string>({
    keyOf: (news) => news.slice(0, 1),
    emit(news) {
      told.push(news);
      time.now += 10;
    },
    ...timing,
  });
  for (const news of ['a1', 'a2', 'b1', 'c1', 'b2']) tell(news);
  expect(told).toEqual(['a1']);
  const began = time.now;
  while (told.length < 4) {
    time.now += 1;
    runDue();
  }
  expect(told).toEqual(['a1', 'a2', 'b2', 'c1']);
  expect(time.now - began).toBeGreaterThan(500);
  time.now += 1_000;
  runDue();
  tell('a3');
  expect(told.at(-1)).toBe('a3');
  // A lock does not wait, and no earlier news of that person comes after it.
  tell('b3');
  tell('b4', { isUrgent: true });
  expect(told.at(-1)).toBe('b4');
  time.now += 1_000;
  runDue();
  expect(told).not.toContain('b3');
});

test('What no client may send is ignored, and ends the connection when it is too large', async () => {
  const adas = await enter(ada, { transports: ['websocket'] });
  const graces = await enter(grace);
  for (const [event, payload] of [
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
  ] as const) {
    adas.socket.emit(event, payload);
    adas.socket.emit(event, payload, () => {});
  }
  const { _id } = await send(server.url, grace, ada, 'Hello');
  adas.socket.emit('delivered', { userId: grace.id, upTo: _id });
  await graces.hear('delivered');
  expect(adas.socket.connected).toBe(true);
  expect(graces.heard('newMessage')).toEqual([]);
  adas.socket.emit('typing', { userId: 'x'.repeat(20_000) });
  await adas.ended;
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
