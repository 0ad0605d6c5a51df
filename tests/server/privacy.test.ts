/** Extension `privacy`: who hides something is not told it of others either. */
import { expect, test } from 'vitest';
import type { Hideable } from '../../src/protocol/entities.ts';
import type { OwnUserResponse } from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import {
  askFor,
  call,
  listPeople,
  type Member,
  readConversation,
  send,
  signUp,
} from './support/calls.ts';
import { ada, grace as ben, openPair, server } from './support/pair.ts';
import { join, type Listener } from './support/sockets.ts';

openPair();

const enter = (member: Member, wants: string[] = []) => join(server.url, member, { wants });
async function hide(member: Member, hides: Hideable[]) {
  const { token } = member;
  const path = '/auth/privacy';
  return (await askFor<OwnUserResponse>(server.url, 'PUT', path, { token, body: { hides } })).user;
}
/** Waits until the newest list of who is online is of these. */
const untilOnline = (listener: Listener, ...members: Member[]) =>
  eventually(() => {
    const newest = listener.heard('getOnlineUsers').at(-1) ?? [];
    expect(newest.toSorted()).toEqual(members.map(({ id }) => id).toSorted());
  });

const find = async (reader: Member, peer: Member) =>
  (await listPeople(server.url, reader)).users.find(({ _id }) => _id === peer.id);

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
    const page = await readConversation(server.url, reader, peer, '?limit=10&peek=true');
    expect(page).not.toHaveProperty('lastSeenAt');
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
