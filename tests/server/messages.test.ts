/** Reading by pages and by peeking, sending again under the same key, marking. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import type { SendResponse } from '../../src/protocol/http.ts';
import { LIMITS, PAGE_SIZE } from '../../src/protocol/limits.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { call, listPeople, type Member, readConversation, send, signUp } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';
import { join } from './support/sockets.ts';

openPair();

const read = (reader: Member, peer: Member, query = '') =>
  readConversation(server.url, reader, peer, query);

const countUnseen = async (reader: Member) => (await listPeople(server.url, reader)).unseenMessages;

async function sendMany(count: number): Promise<Message[]> {
  const sent: Message[] = [];
  for (let number = 1; number <= count; number += 1) {
    sent.push(await send(server.url, ada, grace, `Message ${number}`));
  }
  return sent;
}

const ids = ({ messages }: { messages: Message[] }) => messages.map(({ _id }) => _id);

describe('Reading a conversation', () => {
  test('answers all of a long one, too, and has a page of it in memory at a time', async () => {
    const pageSizes: number[] = [];
    const watched = await startServer({
      wrapReader: (reader) => ({
        ...reader,
        async readPage(...asked) {
          const page = await reader.readPage(...asked);
          pageSizes.push(JSON.parse(`[${Buffer.from(page.json)}]`).length);
          return page;
        },
      }),
    });
    const [from, to] = [await signUp(watched.url), await signUp(watched.url)];
    const stored = await Promise.all(
      Array.from({ length: 2 * LIMITS.pageSize + 50 }, (_, number) =>
        watched.store.appendMessage({
          senderId: from.id,
          receiverId: to.id,
          text: `Message ${number}, “quoted” 🎷`,
        }),
      ),
    );
    const load = (query: string) => readConversation(watched.url, to, from, query);

    const body = await load('');
    expect(pageSizes).toEqual([LIMITS.pageSize, LIMITS.pageSize, 50]);
    expect(body.hasMore).toBe(false);
    expect(ids(body)).toEqual(
      stored.map((result) => (result.kind === 'stored' ? result.message._id : result.kind)),
    );
    const messages = body.messages.slice(-1);
    expect(await load('?limit=1')).toMatchObject({ messages, hasMore: true });
    for (const [query, length] of [
      [`?before=${ids(body).at(-1)}`, PAGE_SIZE],
      ['?limit=100000', LIMITS.pageSize],
    ] as const) {
      expect((await load(query)).messages).toHaveLength(length);
    }
    await watched.close();
  });

  test('marks what the peer sent as seen up to the message that the reader names, or all, and a peek nothing', async () => {
    const [, second] = await sendMany(3);
    const mine = await send(server.url, grace, ada, 'Mine');
    const readSeen = async () =>
      (await read(grace, ada, '?peek=true')).messages.map(({ seen }) => seen);
    await read(grace, ada, `?limit=1&seenTo=${mine._id}`);
    expect(await readSeen()).toEqual([false, false, false, false]);
    expect(await countUnseen(grace)).toEqual({ [ada.id]: 3 });
    await read(grace, ada, `?limit=1&seenTo=${second?._id}`);
    expect(await readSeen()).toEqual([true, true, false, false]);
    expect(await countUnseen(grace)).toEqual({ [ada.id]: 1 });
    await read(grace, ada);
    expect(await readSeen()).toEqual([true, true, true, false]);
    expect(await countUnseen(grace)).toEqual({});
    expect(await countUnseen(ada)).toEqual({ [grace.id]: 1 });
  });
});

test('Marking may name any type for no payload, as libraries do for the forms of old', async () => {
  const [message] = await sendMany(1);
  const marked = await call(server.url, 'PUT', `/messages/mark/${message?._id}`, {
    token: grace.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(marked).toMatchObject({ status: 200, body: { success: true } });
});

test('Sending accepts the longest text, each character escaped', async () => {
  const text = '\u{1F600}'.repeat(LIMITS.messageText);
  const escaped = text.replace(
    /[\ud800-\udfff]/g,
    (half) => `\\u${half.charCodeAt(0).toString(16)}`,
  );
  const { body } = await call<SendResponse>(server.url, 'POST', `/messages/send/${grace.id}`, {
    token: ada.token,
    rawBody: `{"text":"${escaped}"}`,
  });
  expect(body).toMatchObject({ success: true, newMessage: { text } });
});

describe('Sending under an idempotency key', () => {
  const key = '018f4d5e-7a3b-7c21-9d80-0123456789ab';
  const sendWith = (from: Member, to: Member, body: object, name = 'idempotency-key', as = key) =>
    call<SendResponse>(server.url, 'POST', `/messages/send/${to.id}`, {
      token: from.token,
      body,
      headers: { [name]: as },
    });
  const image = makeDataUrl(makePng(6, 4));
  test.each([{ text: 'Once' }, { image }])(
    'answers a repeat with the same message, and stores and tells nothing again',
    async (body) => {
      const listener = await join(server.url, grace);
      const first = await sendWith(ada, grace, body);
      const second = await sendWith(ada, grace, body, 'Idempotency-Key', key.toUpperCase());
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      await send(server.url, ada, grace, 'After');
      await listener.hear('newMessage', ({ text }) => text === 'After');
      expect(listener.heard('newMessage')).toHaveLength(2);
      expect((await read(grace, ada)).messages).toHaveLength(2);
    },
  );

  test('stores one of many that arrive at once, and one picture file, and refuses another body', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendWith(ada, grace, { image })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const files = readdirSync(`${server.dataDir}/pictures`, {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    expect(files).toHaveLength(1);
    const other = await sendWith(ada, grace, { text: 'Twice' });
    expect(other).toMatchObject({ status: 422, body: { success: false } });
    expect((await read(grace, ada)).messages).toHaveLength(1);
  });
});
