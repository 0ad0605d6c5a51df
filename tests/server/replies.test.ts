/** Extensions `reply` and `forward`: a send that names another message. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import type { PictureDayResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { call, type Member, readConversation, send, signUp } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';
import { join } from './support/sockets.ts';

openPair({ isShared: true });
let mallory: Member;
beforeEach(async () => {
  mallory = await signUp(server.url, 'Mallory');
});

interface Sent {
  success: boolean;
  message?: string;
  newMessage: Message;
}

const post = (from: Member, to: Member, body: object, key?: string) =>
  call<Sent>(server.url, 'POST', `/messages/send/${to.id}`, {
    token: from.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

const read = async (reader: Member, peer: Member): Promise<Message[]> =>
  (await readConversation(server.url, reader, peer)).messages;

const remove = (person: Member, { _id }: Message) =>
  call(server.url, 'PUT', `/messages/delete/${_id}`, person);

test('A reply quotes the beginning of its message, or its picture, in the answer, the event and every page', async () => {
  const long = await send(server.url, ada, grace, 'x'.repeat(1_000));
  const picture = await send(server.url, ada, grace, { image: makeDataUrl(makePng(8, 8)) });
  const events = await join(server.url, ada);
  for (const { _id, change, image } of [long, picture]) {
    const { newMessage } = (await post(grace, ada, { text: 'Indeed', replyTo: _id })).body;
    const content = image === undefined ? { text: 'x'.repeat(140) } : { image };
    const replyTo = { _id, change, senderId: ada.id, ...content };
    expect(newMessage).toMatchObject({ text: 'Indeed', replyTo });
    const event = await events.hear('newMessage', (message) => message._id === newMessage._id);
    expect(event).toMatchObject({ text: 'Indeed', replyTo });
    expect((await read(ada, grace)).at(-1)).toEqual(newMessage);
  }
  await remove(ada, long);
  const [, reply] = await read(grace, ada);
  expect(reply?.replyTo).toEqual({ _id: long._id, change: expect.any(Number), deleted: true });
});

test('A reply to what its sender or receiver cannot see in this conversation quotes nothing to them', async () => {
  const secret = await send(server.url, ada, grace, 'secret');
  const elsewhere = await send(server.url, grace, mallory, 'elsewhere');
  for (const [from, to, target] of [
    [mallory, grace, secret._id],
    [grace, ada, elsewhere._id],
    [grace, ada, 'f'.repeat(24)],
  ] as const) {
    const { body } = await post(from, to, { text: 'reply', replyTo: target });
    expect(body.newMessage.replyTo).toEqual({ deleted: true });
  }
  await call(server.url, 'PUT', `/messages/block/${ada.id}`, grace);
  const hidden = await send(server.url, ada, grace, 'hidden');
  await call(server.url, 'PUT', `/messages/unblock/${ada.id}`, grace);
  const events = await join(server.url, grace);
  const { body } = await post(ada, grace, { text: 'As I said', replyTo: hidden._id });
  expect(body.newMessage.replyTo).toMatchObject({ text: 'hidden' });
  expect(await events.hear('newMessage')).toMatchObject({ replyTo: { deleted: true } });
  expect((await read(grace, ada)).at(-1)?.replyTo).toEqual({ deleted: true });
});

test('A forwarded message says so and not from where, is not uploaded again, counts for the day, and ends by itself', async () => {
  const text = await send(server.url, ada, grace, 'News');
  const forwarded = (await post(grace, mallory, { forwardOf: text._id })).body.newMessage;
  expect(forwarded).toMatchObject({ text: 'News', senderId: grace.id, forwarded: true });
  expect(JSON.stringify(await read(mallory, grace))).not.toContain(ada.id);
  await remove(ada, text);
  expect((await read(mallory, grace)).map((message) => message.text)).toEqual(['News']);

  const sent = await send(server.url, ada, grace, { image: makeDataUrl(makePng(8, 8)) });
  const { newMessage } = (await post(grace, mallory, { forwardOf: sent._id })).body;
  expect(newMessage.imageSize).toEqual(sent.imageSize);
  expect(newMessage.image).not.toBe(sent.image);
  const bytes = async (address: string | undefined) => {
    const answer = await fetch(`${server.url}${address}`);
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
  };
  const original = await bytes(sent.image);
  expect(await bytes(newMessage.image)).toEqual(original);
  const day = await call<PictureDayResponse>(server.url, 'GET', '/auth/picture-day', grace);
  expect(day.body).toMatchObject({ bytes: 4096 });
  await remove(ada, sent);
  expect(await bytes(sent.image)).toBe(404);
  expect(await bytes(newMessage.image)).toEqual(original);
  await remove(grace, newMessage);
  expect(await bytes(newMessage.image)).toBe(404);
});

test('What a person cannot see, or no message can be, is not forwarded', async () => {
  const sent = await send(server.url, ada, grace, 'secret');
  const gone = await send(server.url, ada, grace, 'gone');
  await remove(ada, gone);
  const missing = 'The message to forward does not exist any more.';
  const noId = 'The fields replyTo and forwardOf take the id of a message.';
  const id = 'f'.repeat(24);
  for (const [person, to, body, status, message] of [
    [mallory, ada, { forwardOf: sent._id }, 404, missing],
    [grace, mallory, { forwardOf: gone._id }, 404, missing],
    [grace, mallory, { forwardOf: id }, 404, missing],
    [ada, grace, { forwardOf: 'x' }, 400, noId],
    [ada, grace, { text: 'x', replyTo: 7 }, 400, noId],
    [ada, grace, { text: 'x', forwardOf: id }, 400, expect.stringContaining('not both')],
  ] as const) {
    expect(await post(person, to, body)).toMatchObject({
      status,
      body: { success: false, message },
    });
  }
});

test('A repeat is answered also when the message that it names is gone, and another body is refused', async () => {
  const sent = await send(server.url, ada, grace, { image: makeDataUrl(makePng(8, 8)) });
  const key = randomUUID();
  const body = { forwardOf: sent._id, replyTo: sent._id };
  const first = await post(grace, ada, body, key);
  await remove(ada, sent);
  const again = await post(grace, ada, body, key);
  expect(again.body.newMessage._id).toBe(first.body.newMessage._id);
  expect((await post(grace, ada, { forwardOf: sent._id }, key)).status).toBe(422);
  expect(await read(grace, ada)).toHaveLength(1);
});
