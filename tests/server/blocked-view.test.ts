/**
 * All that somebody can notice who is blocked: every answer and every event is the same as if the other had left at that
 * moment, whatever the one who blocked does meanwhile.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Known } from '../../src/protocol/changes.ts';
import type { Message } from '../../src/protocol/entities.ts';
import type { PresenceChange, ServerToClientEvents } from '../../src/protocol/events.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { type Answer, call, type Member, send, signUp } from './support/calls.ts';
import { join, type Listener } from './support/sockets.ts';

type World = 'blocked' | 'left';

/** The fields of answers that later calls need. */
type Told = Partial<Known> & { newMessage?: Message };

/** What is different in any two runs gets a name by the order in which it is met. */
function createNames() {
  const names = new Map<string, string>();
  const nameOf = (found: string) => {
    const name = names.get(found) ?? `#${names.size}`;
    names.set(found, name);
    return name;
  };
  return (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value).replaceAll(
        /\b(?:person\.\d+\.\d+|[0-9a-f]{32}|[0-9a-f]{24}|[0-9a-f]{16}|\d{4}-\d\d-\d\dT[\d:.]+Z)\b/g,
        nameOf,
      ),
    );
}

test('Whoever is blocked notices what they would if the other had left, and nothing else', async () => {
  const [blocked, left] = await Promise.all([play('blocked'), play('left')]);
  expect(blocked).toEqual(left);
});

/** Everything that the blocked person is told. */
async function play(world: World) {
  let now = Date.UTC(2026, 0, 15, 12);
  // Each moment is its own.
  const server = await startServer({
    clock: () => {
      now += 1;
      return now;
    },
  });
  onTestFinished(() => server.close());
  const { url } = server;
  const [ada, troll, third] = [
    await signUp(url, 'Ada'),
    await signUp(url, 'Troll'),
    await signUp(url, 'Third'),
  ];
  const open = (member: Member, wants: string[] = []) => join(url, member, { wants });
  const name = createNames();
  const noticed: unknown[] = [];
  const windows: Listener[] = [];

  /** A window of the troll's, all of whose events are noticed; in each, since their order among windows is chance. */
  async function watch(wants: string[] = []) {
    const events: unknown[] = [];
    const listener = await open(troll, wants);
    listener.socket.onAny((event: keyof ServerToClientEvents, payload: unknown) => {
      events.push([event, payload]);
    });
    windows.push(listener);
    return events;
  }
  async function ask(method: string, path: string, options: object = {}) {
    const answer: Answer<Told> = await call(url, method, path, { ...troll, ...options });
    noticed.push(name([method, path, answer.status, answer.body]));
    return answer;
  }
  /** Everything that was to be told has been told when a message of a third person is. */
  async function settle(text: string, those = windows) {
    await send(url, third, troll, text);
    await Promise.all(
      those.map((each) => each.hear('newMessage', (message) => message.text === text)),
    );
  }

  await open(third);
  // Stays, so that the troll's own coming and going is no news.
  await open(troll);
  let adas = [await open(ada, ['presence', 'ownDevices'])];
  const first = await send(url, troll, ada, 'First');
  const second = await send(url, troll, ada, 'Second');
  const answered = await send(url, ada, troll, 'Answer');
  const changes = await watch(['presence', 'ownDevices']);
  const lists = await watch();

  // What is noticed is the same before.
  await call(url, 'PUT', `/messages/mark/${first._id}`, ada);
  for (const each of windows) await each.hear('seen');
  await ask('GET', '/messages/users');
  const page = await ask('GET', `/messages/${ada.id}?peek=true`);
  const { cursor, summary } = page.body;

  // Whoever comes now is told of behind everything before.
  const fence = await signUp(url, 'Fence');
  await open(fence);
  const [withChanges, withLists] = windows;
  const isTold = (id: string, online: boolean) => (each: PresenceChange[]) =>
    each.some((change) => change.userId === id && change.online === online);
  await withChanges?.hear('presence', isTold(fence.id, true));
  await withLists?.hear('getOnlineUsers', (ids) => ids.includes(fence.id));
  for (const events of [changes, lists]) events.splice(0);

  if (world === 'blocked') await call(url, 'PUT', `/messages/block/${troll.id}`, ada);
  else for (const each of adas) each.close();
  await withChanges?.hear('presence', isTold(ada.id, false));
  await expect.poll(() => withLists?.heard('getOnlineUsers').at(-1)).not.toContain(ada.id);

  async function live() {
    if (world === 'left') return;
    const [window] = adas;
    window?.socket.emit('typing', { userId: troll.id });
    window?.socket.emit('delivered', { userId: troll.id, upTo: second._id });
    await call(url, 'PUT', `/messages/mark/${second._id}`, ada);
    await call(url, 'GET', `/messages/${troll.id}`, ada);
    for (const each of adas) each.close();
    adas = [await open(ada), await open(ada, ['presence'])];
  }
  await live();
  const profile = { fullName: 'Ada L.', bio: 'Here and there.' };
  await call(url, 'PUT', '/auth/update-profile', { token: ada.token, body: profile });
  // News of profiles wait for their turn, so it may come late.
  for (const each of windows) {
    await each.hear('profileChanged', ({ fullName }) => fullName === profile.fullName);
  }

  const key = { 'idempotency-key': '018f0000-0000-7000-8000-000000000000' };
  const say = (body: object, headers = {}) =>
    ask('POST', `/messages/send/${ada.id}`, { body, headers });
  const hidden = (await say({ text: 'Are you there?' }, key)).body.newMessage?._id;
  await live();
  await say({ text: 'Are you there?' }, key);
  await say({ text: 'Something else' }, key);
  await say({ image: makeDataUrl(makePng(8, 8)) });
  withChanges?.socket.emit('typing', { userId: ada.id });
  withChanges?.socket.emit('delivered', { userId: ada.id, upTo: answered._id });
  await live();
  // What both can see, and what only one can see, is edited, reacted to and deleted.
  const other = (await say({ text: 'Never mind', replyTo: hidden })).body.newMessage?._id;
  const operate = (kind: string, id: string | undefined, body = {}) =>
    ask('PUT', `/messages/${kind}/${id}`, { body });
  for (const id of [first._id, hidden, answered._id]) {
    await operate('edit', id, { text: 'Edited', version: 0 });
    await operate('react', id, { emoji: '👍' });
  }
  for (const id of [first._id, hidden, answered._id]) {
    await ask('POST', `/messages/send/${third.id}`, { body: { forwardOf: id } });
  }
  for (const id of [second._id, other, answered._id]) await operate('delete', id);
  await live();
  await ask('GET', `/messages/${ada.id}?changedAfter=${cursor}&limit=50`);
  await ask('POST', '/messages/behind', {
    body: { conversations: { [ada.id]: { cursor, version: summary?.version } } },
  });
  await settle('behind it');

  const list = await ask('GET', '/messages/users');
  const tag = { 'if-none-match': list.headers.get('etag') ?? '' };
  const isSame = await fetch(`${url}/api/v1/messages/users`, {
    headers: { token: troll.token, ...tag },
  });
  noticed.push(isSame.status);
  await ask('GET', `/messages/${ada.id}?limit=2&peek=true`);
  await ask('GET', `/messages/${ada.id}?limit=2&before=${second._id}`);
  await ask('GET', `/messages/${ada.id}?limit=2&after=${first._id}`);
  await ask('GET', `/messages/${ada.id}`);
  await ask('GET', `/messages/${ada.id}/search?q=there`);
  await ask('GET', `/messages/${ada.id}/first?since=2026-01-15T12:00:00.000Z`);
  await ask('PUT', `/messages/mark/${answered._id}`);
  await ask('GET', '/auth/picture-day');

  // A reconnect, and a change of the own profile.
  for (const each of windows) each.close();
  windows.splice(0);
  const again = await watch(['presence', 'ownDevices']);
  const listsAgain = await watch();
  for (const { heard } of windows) noticed.push(name(heard('getOnlineUsers')));
  const own = { fullName: 'Troll', bio: 'Changed.' };
  await ask('PUT', '/auth/update-profile', { body: own });
  for (const each of windows) await each.hear('profileChanged', ({ _id }) => _id === troll.id);
  await live();
  await say({ text: 'Hello?' });
  await live();
  await settle('behind that');
  await ask('GET', '/messages/users');

  // Its end looks like a return.
  if (world === 'blocked') await call(url, 'PUT', `/messages/unblock/${troll.id}`, ada);
  else adas = [await open(ada), await open(ada, ['presence'])];
  await windows[0]?.hear('presence', isTold(ada.id, true));
  await windows[1]?.hear('getOnlineUsers', (ids) => ids.includes(ada.id));

  for (const events of [changes, lists, again, listsAgain])
    noticed.push(name(withoutEchoes(events)));
  return noticed;
}

/** A list that says the same as the one before it: how often it is told depends on how changes are gathered. */
function withoutEchoes(events: unknown[]): unknown[] {
  let latest = '';
  return events.filter((event) => {
    if (!Array.isArray(event) || event[0] !== 'getOnlineUsers') return true;
    const list = JSON.stringify([...event[1]].sort());
    const isNew = list !== latest;
    latest = list;
    return isNew;
  });
}

test('Whoever has blocked somebody is told nothing of what that person does then', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { url } = server;
  const [ada, troll, third] = [
    await signUp(url, 'Ada'),
    await signUp(url, 'Troll'),
    await signUp(url, 'Third'),
  ];
  await send(url, troll, ada, 'First');
  const { cursor, summary } = (
    await call<Known>(url, 'GET', `/messages/${troll.id}?peek=true`, ada)
  ).body;
  const seen = await send(url, troll, ada, 'Second');
  await call(url, 'PUT', `/messages/block/${troll.id}`, ada);
  const window = await join(url, ada, { wants: ['presence', 'ownDevices'] });
  const events: unknown[] = [];
  window.socket.onAny((event, payload) => {
    // That she has come herself may be told late.
    const isOwnComing = event === 'presence' && !JSON.stringify(payload).includes(troll.id);
    if (!isOwnComing) events.push([event, payload]);
  });

  async function ask() {
    const known = { [troll.id]: { cursor, version: summary.version } };
    const answers = [
      await call(url, 'GET', '/messages/users', ada),
      await call(url, 'GET', `/messages/${troll.id}?peek=true&deleted=true`, ada),
      await call(url, 'GET', `/messages/${troll.id}?changedAfter=${cursor}&limit=50`, ada),
      await call(url, 'POST', '/messages/behind', { ...ada, body: { conversations: known } }),
      await call(url, 'GET', `/messages/${troll.id}/search?q=secret`, ada),
      await call(url, 'GET', `/messages/${troll.id}/pictures`, ada),
    ];
    return answers.map(({ status, headers, body }) => [status, headers.get('etag'), body]);
  }

  const before = await ask();
  const hidden = [
    await send(url, troll, ada, 'secret 1'),
    await send(url, troll, ada, 'secret 2'),
  ].map(({ _id }) => _id);
  for (const [kind, id, body] of [
    ['edit', hidden[0], { text: 'another secret', version: 0 }],
    ['react', hidden[0], { emoji: '👍' }],
    ['delete', hidden[1], {}],
  ] as const) {
    const { status } = await call(url, 'PUT', `/messages/${kind}/${id}`, { ...troll, body });
    if (status !== 200) throw new Error(`${kind} is answered with ${status}`);
  }
  const image = makeDataUrl(makePng(8, 8));
  await call(url, 'POST', `/messages/send/${ada.id}`, { ...troll, body: { image } });
  const reply = { text: 'secret 3', replyTo: seen._id };
  await call(url, 'POST', `/messages/send/${ada.id}`, { ...troll, body: reply });
  expect(await ask()).toEqual(before);
  await send(url, third, ada, 'behind it');
  await window.hear('newMessage');
  expect(events).toEqual([['newMessage', expect.objectContaining({ text: 'behind it' })]]);
});
