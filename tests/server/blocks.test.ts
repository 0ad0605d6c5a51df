/** Blocking: nothing of the blocked arrives, and nobody is told. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PresenceChange } from '../../src/protocol/events.ts';
import type { ConversationResponse, UsersResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join, type Listener } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let troll: Member;
let listeners: Listener[];
beforeEach(async () => {
  listeners = [];
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  troll = await signUp(server.url, 'Troll');
});
afterEach(async () => {
  for (const listener of listeners) listener.close();
  await server.close();
});

async function enter(member: Member, wants: string[] = []): Promise<Listener> {
  const listener = await join(server.url, member, { auth: { token: member.token, wants } });
  listeners.push(listener);
  return listener;
}
const block = (blocker: Member, other: Member) =>
  call(server.url, 'PUT', `/messages/block/${other.id}`, blocker);
const unblock = (blocker: Member, other: Member) =>
  call(server.url, 'PUT', `/messages/unblock/${other.id}`, blocker);
const people = async (member: Member) => {
  const { body } = await call<UsersResponse>(server.url, 'GET', '/messages/users', member);
  if (!body.success) throw new Error(body.message);
  return body;
};
const read = async (reader: Member, peer: Member) => {
  const path = `/messages/${peer.id}`;
  const { body } = await call<ConversationResponse>(server.url, 'GET', path, reader);
  if (!body.success) throw new Error(body.message);
  return body.messages.map(({ text }) => text);
};

/** A message of a third person comes behind everything before it. */
async function settle(member: Member, ...listeners: Listener[]): Promise<void> {
  const third = await signUp(server.url, 'Third');
  const { _id } = await send(server.url, third, member, 'Behind');
  await Promise.all(
    listeners.map((each) => each.hear('newMessage', (message) => message._id === _id)),
  );
}

describe('Who is blocked', () => {
  test('sends as before, and is neither heard, counted nor listed', async () => {
    await send(server.url, troll, ada, 'Before');
    const adas = await enter(ada);
    const trolls = [await enter(troll, ['ownDevices']), await enter(troll, ['ownDevices'])];
    expect((await block(ada, troll)).status).toBe(200);
    const hidden = await send(server.url, troll, ada, 'Boo');
    expect(hidden).toMatchObject({ text: 'Boo', seen: false, delivered: false });
    for (const each of trolls) expect(await each.hear('messageSent')).toMatchObject({ ...hidden });
    await settle(ada, adas);
    expect(adas.heard('newMessage').map(({ text }) => text)).toEqual(['Behind']);

    const { users, unseenMessages } = await people(ada);
    const listed = users.find(({ _id }) => _id === troll.id);
    expect(listed).toMatchObject({ blocked: true, lastMessage: { text: 'Before' } });
    expect(unseenMessages[troll.id]).toBe(1);
    expect(await read(ada, troll)).toEqual(['Before']);
    expect((await call(server.url, 'PUT', `/messages/mark/${hidden._id}`, ada)).status).toBe(404);
    adas.socket.emit('delivered', { userId: troll.id, upTo: hidden._id });

    expect(await read(troll, ada)).toEqual(['Before', 'Boo']);
    const [trollsAda] = (await people(troll)).users.filter(({ _id }) => _id === ada.id);
    expect(trollsAda).toMatchObject({ lastMessage: { text: 'Boo' } });
    expect(trollsAda).not.toHaveProperty('blocked');
  });

  test('is not shown that the other was there when they blocked without a window', async () => {
    const adas = await enter(ada);
    const trolls = await enter(troll, ['presence']);
    adas.close();
    const isAda = ({ userId, online }: PresenceChange) => userId === ada.id && !online;
    const left = (await trolls.hear('presence', (changes) => changes.some(isAda))).find(isAda);
    const readVisit = async () =>
      (await people(troll)).users.find(({ _id }) => _id === ada.id)?.lastSeenAt;
    expect(left?.lastSeenAt).toBe(await readVisit());
    await block(ada, troll);
    expect(await readVisit()).toBe(left?.lastSeenAt);
  });

  test('is not seen typing, nor online, and nobody else notices', async () => {
    const lists = await enter(ada);
    const changes = await enter(ada, ['presence']);
    const third = await signUp(server.url, 'Third');
    const thirds = await enter(third);
    await block(ada, troll);
    const trolls = await enter(troll);
    await thirds.hear('getOnlineUsers', (ids) => ids.includes(troll.id));
    const later = await enter(ada);
    trolls.socket.emit('typing', { userId: ada.id });
    trolls.socket.emit('typing', { userId: third.id });
    await thirds.hear('typing');
    // Also where the list is told anew for somebody else’s sake.
    await enter(await signUp(server.url, 'Fourth'));
    await thirds.hear('getOnlineUsers', (ids) => ids.length === 4);
    trolls.close();
    await thirds.hear('getOnlineUsers', (ids) => ids.length === 3 && !ids.includes(troll.id));
    await settle(ada, lists, changes, later);
    for (const each of [lists, changes, later]) {
      expect(each.heard('typing')).toEqual([]);
      expect(each.heard('getOnlineUsers').flat()).not.toContain(troll.id);
      expect(
        each
          .heard('presence')
          .flat()
          .map(({ userId }) => userId),
      ).not.toContain(troll.id);
    }
    const [listed] = (await people(ada)).users.filter(({ _id }) => _id === troll.id);
    expect(listed).not.toHaveProperty('lastSeenAt');
  });

  test('goes offline at once for the one who blocks, and comes back with the end of it', async () => {
    const lists = await enter(ada);
    const changes = await enter(ada, ['presence']);
    const trolls = await enter(troll);
    await lists.hear('getOnlineUsers', (ids) => ids.includes(troll.id));
    await block(ada, troll);
    await changes.hear('presence', ([change]) => change?.userId === troll.id && !change.online);
    await send(server.url, troll, ada, 'Never');
    await unblock(ada, troll);
    await changes.hear('presence', ([change]) => change?.userId === troll.id && change.online);
    trolls.socket.emit('typing', { userId: ada.id });
    expect(await lists.hear('typing')).toEqual({ userId: troll.id });
    // Behind the lists that both changes sent.
    const seen = lists.heard('getOnlineUsers').map((ids) => ids.includes(troll.id));
    expect(seen.slice(-3)).toEqual([true, false, true]);
    await send(server.url, troll, ada, 'Again');
    await lists.hear('newMessage', ({ text }) => text === 'Again');
    // What was sent meanwhile stays with the one who sent it.
    expect(await read(ada, troll)).toEqual(['Again']);
  });

  test('is so in all windows of the one who blocks, at once, and in those of nobody else', async () => {
    const adas = [await enter(ada, ['ownDevices']), await enter(ada, ['ownDevices'])];
    const others = [await enter(ada), await enter(troll, ['ownDevices'])];
    await block(ada, troll);
    await unblock(ada, troll);
    for (const each of adas) {
      await each.hear('blockChanged', ({ blocked }) => !blocked);
      expect(each.heard('blockChanged')).toEqual([
        { userId: troll.id, blocked: true },
        { userId: troll.id, blocked: false },
      ]);
    }
    await settle(ada, others[0] as Listener);
    await settle(troll, others[1] as Listener);
    for (const each of others) expect(each.heard('blockChanged')).toEqual([]);
  });

  test('sees the other neither type nor come again, and reads of one last visit', async () => {
    const adas = await enter(ada);
    const changes = await enter(troll, ['presence']);
    const lists = await enter(troll);
    const readVisit = async () => {
      const [listed] = (await people(troll)).users.filter(({ _id }) => _id === ada.id);
      return listed?.lastSeenAt;
    };
    await block(ada, troll);
    const isOfAda = (change?: PresenceChange) => change?.userId === ada.id;
    const [left] = await changes.hear('presence', ([change]) => isOfAda(change) && !change?.online);
    expect(left).toEqual({ userId: ada.id, online: false, lastSeenAt: await readVisit() });
    await expect.poll(() => lists.heard('getOnlineUsers').at(-1)).not.toContain(ada.id);
    adas.socket.emit('typing', { userId: troll.id });
    adas.close();
    await enter(ada);
    await settle(troll, changes, lists);
    expect(changes.heard('presence').flat().filter(isOfAda).at(-1)).toEqual(left);
    expect([...changes.heard('typing'), ...lists.heard('typing')]).toEqual([]);
    const again = await enter(troll);
    expect(again.heard('getOnlineUsers').flat()).not.toContain(ada.id);
    expect(await readVisit()).toBe(left?.lastSeenAt);
    const path = `/messages/${ada.id}?limit=1`;
    const { body } = await call<ConversationResponse>(server.url, 'GET', path, troll);
    expect(body).toMatchObject({ lastSeenAt: left?.lastSeenAt });

    // Also when the block is mutual, and only one of them ends it.
    await block(troll, ada);
    await unblock(troll, ada);
    expect((await enter(troll)).heard('getOnlineUsers').flat()).not.toContain(ada.id);
    expect(await readVisit()).toBe(left?.lastSeenAt);
    await unblock(ada, troll);
    await expect
      .poll(() => changes.heard('presence').flat().filter(isOfAda).at(-1))
      .toEqual({
        userId: ada.id,
        online: true,
      });
  });

  test('cannot be written to before the end of it', async () => {
    await block(ada, troll);
    const answer = await call(server.url, 'POST', `/messages/send/${troll.id}`, {
      token: ada.token,
      body: { text: 'x' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'You blocked this person. Unblock them to send messages.' },
    });
  });

  test('stays so after a restart; blocking twice, oneself or nobody is no harm', async () => {
    expect((await block(ada, troll)).status).toBe(200);
    expect((await block(ada, troll)).status).toBe(200);
    expect((await block(ada, ada)).status).toBe(404);
    expect((await block(ada, { ...troll, id: 'f'.repeat(24) })).status).toBe(404);
    const { dataDir } = server;
    await server.stop();
    server = await startServer({ dataDir });
    expect((await people(ada)).users).toMatchObject([{ _id: troll.id, blocked: true }]);
    await unblock(ada, troll);
    await unblock(ada, troll);
    expect((await people(ada)).users[0]).not.toHaveProperty('blocked');
  });
});
