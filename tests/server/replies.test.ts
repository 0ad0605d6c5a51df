/** Extensions `reply` and `forward`: a send that names another message. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import type { ConversationResponse, PictureDayResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
let mallory: Member;
beforeEach(async () => {
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
  mallory = await signUp(server.url, 'Mallory');
  return () => server.close();
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

async function read(reader: Member, peer: Member): Promise<Message[]> {
  const path = `/messages/${peer.id}?peek=true`;
  const { body } = await call<ConversationResponse>(server.url, 'GET', path, reader);
  if (!body.success) throw new Error(body.message);
  return body.messages;
}

const remove = (person: Member, { _id }: Message) =>
  call(server.url, 'PUT', `/messages/delete/${_id}`, {
    token: person.token,
  });

test('A reply quotes the beginning of its message in the answer, the event and every page', async () => {
  const long = await send(server.url, ada, grace, 'x'.repeat(1_000));
  const events = await join(server.url, ada);
  const { body } = await post(grace, ada, { text: 'Indeed', replyTo: long._id });
  const { _id, change } = long;
  const replyTo = { _id, change, senderId: ada.id, text: 'x'.repeat(140) };
  expect(body.newMessage).toMatchObject({ text: 'Indeed', replyTo });
  expect(await events.hear('newMessage')).toMatchObject({ text: 'Indeed', replyTo });
  expect((await read(ada, grace))[1]).toEqual(body.newMessage);
  await remove(ada, long);
  expect((await read(grace, ada)).map((message) => message.replyTo)).toEqual([
    { _id, change: (body.newMessage.change ?? 0) + 1, deleted: true },
  ]);
  events.close();
});

test('A reply to a picture has its address', async () => {
  const picture = await send(server.url, ada, grace, { image: makeDataUrl(makePng(8, 8)) });
  const { body } = await post(grace, ada, { text: 'Lovely', replyTo: picture._id });
  const { _id, change, image } = picture;
  const replyTo = { _id, change, senderId: ada.id, image };
  expect(body.newMessage.replyTo).toEqual(replyTo);
  expect((await read(ada, grace))[1]?.replyTo).toEqual(replyTo);
});

test('A reply to what its sender cannot see in this conversation quotes nothing, and tells nothing', async () => {
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
});

test('A reply to a hidden message does not show it to the one who blocked', async () => {
  await call(server.url, 'PUT', `/messages/block/${ada.id}`, grace);
  const hidden = await send(server.url, ada, grace, 'hidden');
  await call(server.url, 'PUT', `/messages/unblock/${ada.id}`, grace);
  const events = await join(server.url, grace);
  const { body } = await post(ada, grace, { text: 'As I said', replyTo: hidden._id });
  expect(body.newMessage.replyTo).toMatchObject({ text: 'hidden' });
  expect(await events.hear('newMessage')).toMatchObject({ replyTo: { deleted: true } });
  expect((await read(grace, ada))[0]?.replyTo).toEqual({ deleted: true });
  events.close();
});

test('A text of one conversation is forwarded to another, and nothing says from where', async () => {
  const sent = await send(server.url, ada, grace, 'News');
  const { body } = await post(grace, mallory, { forwardOf: sent._id });
  expect(body.newMessage).toMatchObject({ text: 'News', senderId: grace.id, forwarded: true });
  expect(JSON.stringify(await read(mallory, grace))).not.toContain(ada.id);
  await remove(ada, sent);
  expect((await read(mallory, grace)).map(({ text }) => text)).toEqual(['News']);
});

test('A forwarded picture is not uploaded again, counts for the day, and ends with its own message', async () => {
  const sent = await send(server.url, ada, grace, { image: makeDataUrl(makePng(8, 8)) });
  const { body } = await post(grace, mallory, { forwardOf: sent._id });
  const { image, imageSize } = body.newMessage;
  expect(imageSize).toEqual(sent.imageSize);
  expect(image).not.toBe(sent.image);
  const bytes = async (address: string | undefined) => {
    const answer = await fetch(`${server.url}${address}`);
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
  };
  const original = await bytes(sent.image);
  expect(original).toBeInstanceOf(Buffer);
  expect(await bytes(image)).toEqual(original);
  const { body: day } = await call<PictureDayResponse>(
    server.url,
    'GET',
    '/auth/picture-day',
    grace,
  );
  expect(day).toMatchObject({ bytes: Buffer.isBuffer(original) ? original.length : 0 });

  await remove(ada, sent);
  expect(await bytes(sent.image)).toBe(404);
  expect(await bytes(image)).toEqual(original);
  await remove(grace, body.newMessage);
  expect(await bytes(image)).toBe(404);
});

test('What a person cannot see, they cannot forward', async () => {
  const sent = await send(server.url, ada, grace, 'secret');
  const gone = await send(server.url, ada, grace, 'gone');
  await remove(ada, gone);
  for (const [person, to, target] of [
    [mallory, ada, sent._id],
    [grace, mallory, gone._id],
    [grace, mallory, 'f'.repeat(24)],
  ] as const) {
    expect(await post(person, to, { forwardOf: target })).toMatchObject({
      status: 404,
      body: { success: false, message: 'The message to forward does not exist any more.' },
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

test.each([
  [{ forwardOf: 'x' }, 'The fields replyTo and forwardOf take the id of a message.'],
  [{ text: 'x', replyTo: 7 }, 'The fields replyTo and forwardOf take the id of a message.'],
  [{ text: 'x', forwardOf: 'f'.repeat(24) }, 'A message holds either text or a picture, not both.'],
])('%o is refused', async (body, message) => {
  expect(await post(ada, grace, body)).toMatchObject({ status: 400, body: { message } });
});
