/** Extension `privacy`: who hides something is not told it of others either. */
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Hideable } from '../../src/protocol/entities.ts';
import type {
  ConversationResponse,
  PrivacyResponse,
  UsersResponse,
} from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join, type Listener } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let ben: Member;
beforeEach(async () => {
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
});
afterEach(() => server.close());

async function enter(member: Member, wants: string[] = []): Promise<Listener> {
  const listener = await join(server.url, member, { auth: { token: member.token, wants } });
  onTestFinished(listener.close);
  return listener;
}
async function hide(member: Member, hides: Hideable[]) {
  const { token } = member;
  const path = '/auth/privacy';
  const { body } = await call<PrivacyResponse>(server.url, 'PUT', path, { token, body: { hides } });
  if (!body.success) throw new Error(body.message);
  return body.user;
}
/** Waits until the newest list of who is online is of these. */
const untilOnline = (listener: Listener, ...members: Member[]) =>
  eventually(() => {
    const newest = listener.heard('getOnlineUsers').at(-1) ?? [];
    expect(newest.toSorted()).toEqual(members.map(({ id }) => id).toSorted());
  });

async function look(reader: Member, peer: Member, query = '') {
  const path = `/messages/${peer.id}${query}`;
  const { body } = await call<ConversationResponse>(server.url, 'GET', path, reader);
  if (!body.success) throw new Error(body.message);
  return body;
}
async function find(reader: Member, peer: Member) {
  const { body } = await call<UsersResponse>(server.url, 'GET', '/messages/users', reader);
  if (!body.success) throw new Error(body.message);
  return body.users.find(({ _id }) => _id === peer.id);
}

test('What is hidden is kept, told to the person’s own windows and to nobody else', async () => {
  const own = await enter(ada, ['ownDevices']);
  expect(await hide(ada, ['typing', 'receipts'])).toMatchObject({ hides: ['receipts', 'typing'] });
  expect(await own.hear('privacyChanged')).toEqual({ hides: ['receipts', 'typing'] });
  const { body } = await call(server.url, 'GET', '/auth/check', ada);
  expect(body).toMatchObject({ user: { hides: ['receipts', 'typing'] } });
  expect(await find(ben, ada)).not.toHaveProperty('hides');
  expect(await hide(ada, [])).not.toHaveProperty('hides');
  for (const hides of ['typing', ['shoes'], undefined, Array(30).fill('typing')]) {
    const { token } = ada;
    const { status } = await call(server.url, 'PUT', '/auth/privacy', { token, body: { hides } });
    expect(status).toBe(400);
  }
  const { status } = await call(server.url, 'PUT', '/auth/privacy', { body: { hides: [] } });
  expect(status).toBe(401);
});

test('Typing is told neither by nor to somebody who hides it', async () => {
  const cleo = await signUp(server.url, 'Cleo');
  const [adas, bens, cleos] = [await enter(ada), await enter(ben), await enter(cleo)];
  await hide(ada, ['typing']);
  adas.socket.emit('typing', { userId: ben.id });
  bens.socket.emit('typing', { userId: ada.id });
  cleos.socket.emit('typing', { userId: ben.id });
  expect(await bens.hear('typing')).toEqual({ userId: cleo.id });
  bens.socket.emit('typing', { userId: cleo.id });
  expect(await cleos.hear('typing')).toEqual({ userId: ben.id });
  const { _id } = await send(server.url, cleo, ada, 'Behind');
  await adas.hear('newMessage', (message) => message._id === _id);
  expect(adas.heard('typing')).toEqual([]);
  expect(bens.heard('typing')).toHaveLength(1);
});

test('Presence and the last visit are told neither of nor to somebody who hides them', async () => {
  const cleo = await signUp(server.url, 'Cleo');
  const lists = await enter(ben);
  const changes = await enter(ben, ['presence']);
  const adas = await enter(ada, ['presence']);
  await untilOnline(lists, ada, ben);
  await hide(ada, ['presence']);
  await untilOnline(lists, ben);
  await changes.hear('presence', ([change]) => change?.userId === ada.id && !change.online);
  await untilOnline(adas, ada);

  const newcomer = await enter(cleo);
  await untilOnline(lists, ben, cleo);
  await untilOnline(newcomer, ben, cleo);
  newcomer.close();
  await untilOnline(lists, ben);
  const another = await enter(ada);
  await untilOnline(another, ada);
  another.close();

  await send(server.url, ada, ben, 'Hello');
  for (const [reader, peer] of [
    [ben, ada],
    [ada, cleo],
  ] as const) {
    expect(await find(reader, peer)).not.toHaveProperty('lastSeenAt');
    expect(await look(reader, peer, '?limit=10&peek=true')).not.toHaveProperty('lastSeenAt');
  }
  expect(await find(ben, ada)).toMatchObject({ hidesPresence: true });
  expect(adas.heard('presence').flat()).not.toContainEqual(
    expect.objectContaining({ userId: cleo.id }),
  );

  await hide(ada, []);
  await untilOnline(lists, ada, ben);
  await untilOnline(adas, ada, ben);
  expect(await find(ada, cleo)).toHaveProperty('lastSeenAt');
  expect(await find(ben, ada)).not.toHaveProperty('hidesPresence');
});
