/** Blocking: nothing of the blocked arrives, and nobody is told. */
import { describe, expect, test } from 'vitest';
import type { PresenceChange } from '../../src/protocol/events.ts';
import { call, listPeople, type Member, readTexts, send, signUp } from './support/calls.ts';
import { ada, openPair, server, grace as troll } from './support/pair.ts';
import { join, type Listener } from './support/sockets.ts';

openPair();

const enter = (member: Member, wants: string[] = []) => join(server.url, member, { wants });
const block = (blocker: Member, other: Member) =>
  call(server.url, 'PUT', `/messages/block/${other.id}`, blocker);
const unblock = (blocker: Member, other: Member) =>
  call(server.url, 'PUT', `/messages/unblock/${other.id}`, blocker);
const people = (member: Member) => listPeople(server.url, member);
const read = (reader: Member, peer: Member) => readTexts(server.url, reader, peer, '');

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

  test('by both is so until both have ended it', async () => {
    await enter(ada);
    const isAdaOnline = async () =>
      (await enter(troll)).heard('getOnlineUsers').flat().includes(ada.id);
    await block(ada, troll);
    await block(troll, ada);
    await unblock(troll, ada);
    expect(await isAdaOnline()).toBe(false);
    await unblock(ada, troll);
    expect(await isAdaOnline()).toBe(true);
  });

  test('cannot be written to; blocking twice, oneself or nobody is no harm', async () => {
    expect((await block(ada, troll)).status).toBe(200);
    expect((await block(ada, troll)).status).toBe(200);
    expect((await block(ada, ada)).status).toBe(404);
    expect((await block(ada, { ...troll, id: 'f'.repeat(24) })).status).toBe(404);
    expect((await people(ada)).users).toMatchObject([{ _id: troll.id, blocked: true }]);
    await expect(send(server.url, ada, troll, 'x')).rejects.toThrow(
      'You blocked this person. Unblock them to send messages.',
    );
    await unblock(ada, troll);
    await unblock(ada, troll);
    expect((await people(ada)).users[0]).not.toHaveProperty('blocked');
  });
});
