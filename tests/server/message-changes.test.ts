/** Extension `changes`: what both people, their windows and plain clients are told. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Acted } from '../../src/protocol/changes.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { call, type Member, send } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';
import { join } from './support/sockets.ts';

openPair({ isShared: true });

const act = (
  person: Member,
  what: 'edit' | 'react' | 'delete',
  message: Message,
  body?: unknown,
  key?: string,
) =>
  call<Acted & { success: boolean; message?: string }>(
    server.url,
    'PUT',
    `/messages/${what}/${message._id}`,
    {
      token: person.token,
      body,
      ...(key && { headers: { 'idempotency-key': key } }),
    },
  );

const listenAs = (member: Member) => join(server.url, member, { wants: ['ownDevices'] });

test('An edit, a reaction and a deletion reach every window of both, and continue the chain of each', async () => {
  const sent = await send(server.url, ada, grace, 'Helo');
  const [own, other] = await Promise.all([listenAs(ada), listenAs(grace)]);

  const edited = await act(ada, 'edit', sent, { text: 'Hello', version: 0 });
  const reacted = await act(grace, 'react', sent, { emoji: '👍' });
  const deleted = await act(ada, 'delete', sent);

  const [first, second, third] = [edited, reacted, deleted].map(({ body }) => body.changed);
  expect(edited.body).toMatchObject({
    success: true,
    version: first?.message.version,
    changed: { userId: grace.id, before: sent.change, message: { text: 'Hello' } },
  });
  expect(reacted.body.changed).toMatchObject({
    userId: ada.id,
    before: first?.message.change,
    message: { reactions: { [grace.id]: '👍' } },
  });
  const { text: _, ...rest } = sent;
  expect(third?.message).toEqual({ ...rest, change: third?.message.change, deleted: true });
  const isLast = ({ message }: { message: Message }) => message.deleted === true;
  for (const [events, peer] of [
    [own, grace],
    [other, ada],
  ] as const) {
    await events.hear('messageChanged', isLast);
    const heard = events.heard('messageChanged');
    expect(heard.map(({ message }) => message)).toEqual([
      first?.message,
      second?.message,
      third?.message,
    ]);
    expect(heard.map(({ before }) => before)).toEqual([
      sent.change,
      first?.message.change,
      second?.message.change,
    ]);
    expect(heard.every(({ userId, quiet }) => userId === peer.id && !quiet)).toBe(true);
  }
});

test('Each refusal says why', async () => {
  const text = await send(server.url, ada, grace, 'Hello');
  const picture = await send(server.url, ada, grace, { image: makeDataUrl(makePng(2, 2)) });
  const answer = await send(server.url, grace, ada, 'Hi');
  const edit = { text: 'x', version: 0 };
  const refusals = async (calls: Array<ReturnType<typeof act>>) =>
    (await Promise.all(calls)).map(({ status, body }) => [status, body.message]);

  expect(
    await refusals([
      act(grace, 'edit', text, edit),
      act(grace, 'delete', text),
      act(ada, 'edit', picture, edit),
      act(ada, 'edit', text, { text: ' ', version: 0 }),
      act(ada, 'edit', text, { text: 'x', version: -1 }),
      act(ada, 'edit', text, { text: 'x'.repeat(10_001), version: 0 }),
      act(ada, 'react', text, { emoji: '👍👍' }),
      act(ada, 'react', text, { emoji: 'a' }),
      act(ada, 'react', text, { emoji: `👍${'\u0301'.repeat(30)}` }),
      act(ada, 'react', text, {}),
    ]),
  ).toEqual([
    [403, 'You can only edit your own messages.'],
    [403, 'You can only delete your own messages.'],
    [403, 'Only texts can be edited.'],
    [400, 'Write a message.'],
    [400, 'The field version takes the version of the text that is edited.'],
    [400, 'The message is too long: at most 10000 characters.'],
    ...Array.from({ length: 4 }, () => [400, 'The field emoji takes one emoji, or null.']),
  ]);

  const outdated = await act(ada, 'edit', text, { text: 'x', version: 7 });
  expect(outdated).toMatchObject({
    status: 409,
    body: {
      success: false,
      message: 'This message was edited meanwhile.',
      changed: { userId: grace.id, message: { _id: text._id, text: 'Hello' } },
    },
  });

  await call(server.url, 'PUT', `/messages/block/${ada.id}`, grace);
  expect(
    await refusals([act(grace, 'edit', answer, edit), act(grace, 'react', text, { emoji: '👍' })]),
  ).toEqual([
    [403, 'You blocked this person. Unblock them to edit messages.'],
    [403, 'You blocked this person. Unblock them to react to messages.'],
  ]);
});

test('What people take for one emoji is one, however many characters it has', async () => {
  const sent = await send(server.url, ada, grace, 'Hello');
  for (const emoji of ['❤️', '❤', '👩🏽‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇸🇪', '1️⃣']) {
    const { body } = await act(grace, 'react', sent, { emoji });
    const shown = emoji === '❤' ? '❤️' : emoji;
    expect(body.changed?.message.reactions).toEqual({ [grace.id]: shown });
  }
});

test('A repeat with the same key is answered with the message as it is now, and announced once', async () => {
  const sent = await send(server.url, ada, grace, '1');
  const other = await listenAs(grace);
  const key = randomUUID();
  const first = await act(ada, 'edit', sent, { text: '2', version: 0 }, key);
  const version = first.body.version ?? 0;
  await act(ada, 'edit', sent, { text: '3', version });
  const repeat = await act(ada, 'edit', sent, { text: '2', version: 0 }, key);
  expect(repeat.body).toMatchObject({
    success: true,
    version,
    changed: { message: { text: '3' } },
  });
  expect(repeat.body.changed).not.toHaveProperty('before');
  expect((await act(ada, 'react', sent, { emoji: '👍' }, key)).status).toBe(422);
  await act(ada, 'delete', sent);
  await other.hear('messageChanged', ({ message }) => message.deleted === true);
  expect(other.heard('messageChanged')).toHaveLength(3);
});

test('Towards somebody who blocks, changes are quiet', async () => {
  const both = await send(server.url, ada, grace, 'both');
  await call(server.url, 'PUT', `/messages/block/${ada.id}`, grace);
  const [own, other] = await Promise.all([listenAs(ada), listenAs(grace)]);
  await act(ada, 'edit', both, { text: 'changed', version: 0 });
  const message = { text: 'changed' };
  expect(await other.hear('messageChanged')).toMatchObject({ message, quiet: true });
  expect(await own.hear('messageChanged')).not.toHaveProperty('quiet');
});
