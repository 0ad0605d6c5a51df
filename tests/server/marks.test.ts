/** Marks over HTTP: delete for me, save and clear, what has been marked, and who is told of it. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { MarksChange } from '../../src/protocol/actions.ts';
import type { Known } from '../../src/protocol/changes.ts';
import { parseCursor } from '../../src/protocol/changes.ts';
import type { FieldsOf, MarksResponse, SavedResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let ben: Member;
beforeEach(async () => {
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
  return () => server.close();
});

const put = (member: Member, path: string, body: object, headers: Record<string, string> = {}) =>
  call<{ success: boolean; message?: string; marked?: MarksChange }>(
    server.url,
    'PUT',
    `/messages/${path}`,
    { token: member.token, body, headers },
  );
const get = async <Fields>(member: Member, path: string) =>
  (await call<Fields>(server.url, 'GET', `/messages/${path}`, { token: member.token })).body;
const readMarks = (member: Member, query = '') =>
  get<FieldsOf<MarksResponse>>(member, `marks${query}`);

test('Each marking is answered with its mark, and told to the own other devices alone', async () => {
  const own = await join(server.url, ada, { auth: { token: ada.token, wants: ['ownDevices'] } });
  const plain = await join(server.url, ada);
  const other = await join(server.url, ben, { auth: { token: ben.token, wants: ['ownDevices'] } });
  const first = await send(server.url, ben, ada, '1');
  const second = await send(server.url, ben, ada, '2');
  const { cursor } = await get<Known>(ben, `${ada.id}?peek=true`);

  const answers = [
    await put(ada, `save/${first._id}`, { saved: true }),
    await put(ada, `delete/${second._id}`, { for: 'me' }),
    await put(ada, `clear/${ben.id}`, { upTo: second._id }),
    await put(ada, `clear/${ben.id}`, { upTo: first._id }),
  ].map(({ body }) => body.marked);
  const of = { userId: ben.id };
  const epoch = server.store.epoch();
  expect(answers).toMatchObject([
    { before: 0, epoch, marks: [{ ...of, number: 1, messageId: first._id, saved: true }] },
    {
      before: 1,
      epoch,
      marks: [{ ...of, number: 2, messageId: second._id, deleted: true }],
      summary: { unseen: 1, newest: first._id },
    },
    {
      before: 2,
      epoch,
      marks: [{ ...of, number: 3, messageId: second._id, clearedUpTo: true }],
      summary: { unseen: 0 },
    },
    { epoch, marks: [] },
  ]);
  await own.hear('marked', ({ before }) => before === 2);
  expect(own.heard('marked')).toEqual(answers.slice(0, 3));
  await send(server.url, ada, ben, '3');
  await other.hear('newMessage');
  await own.hear('messageSent');
  expect([plain.heard('marked'), other.heard('marked')]).toEqual([[], []]);
  expect(other.heard('seen')).toEqual([]);
  const { number = 0 } = parseCursor(cursor) ?? {};
  expect(other.heard('newMessage')[0]?.before).toBe(number);
  for (const listener of [own, plain, other]) listener.close();
});

test('All marks are told since a cursor, or anew where it does not lead on', async () => {
  const sent = await send(server.url, ben, ada, '1');
  const empty = await readMarks(ada);
  expect(empty).toMatchObject({ reset: true, marks: [], hasMore: false });
  await put(ada, `save/${sent._id}`, { saved: true });
  const since = await readMarks(ada, `?after=${empty.cursor}`);
  expect(since).toMatchObject({ marks: [{ number: 1, saved: true }], hasMore: false });
  expect(since.reset).toBeUndefined();
  expect(await readMarks(ada, `?after=${since.cursor}`)).toMatchObject({ marks: [] });
  const epoch = server.store.epoch();
  for (const cursor of [`${epoch}.2`, `${'0'.repeat(16)}.1`]) {
    expect(await readMarks(ada, `?after=${cursor}`)).toMatchObject({
      reset: true,
      marks: [{ number: 1 }],
      cursor: `${epoch}.1`,
    });
  }

  const behind = async (marks?: string) => {
    const { body } = await call<{ marks: boolean }>(server.url, 'POST', '/messages/behind', {
      token: ada.token,
      body: { conversations: {}, ...(marks && { marks }) },
    });
    return body.marks;
  };
  expect(await behind(empty.cursor)).toBe(true);
  expect(await behind(since.cursor)).toBe(false);
  expect(await behind()).toBe(true);
});

test('Saved messages come in pages, the last saved first, with the messages as they are', async () => {
  const cleo = await signUp(server.url, 'Cleo');
  const first = await send(server.url, ben, ada, '1');
  const second = await send(server.url, ada, cleo, '2');
  for (const { _id } of [first, second]) await put(ada, `save/${_id}`, { saved: true });
  const page = await get<FieldsOf<SavedResponse>>(ada, 'saved?limit=1');
  expect(page.saved).toMatchObject([{ userId: cleo.id, message: { text: '2', saved: true } }]);
  const next = await get<FieldsOf<SavedResponse>>(ada, `saved?before=${page.before}`);
  expect(next.saved).toMatchObject([{ userId: ben.id, message: { text: '1' } }]);
  expect(next.before).toBeUndefined();
  expect(await get(ben, 'saved')).toEqual({ success: true, saved: [] });
});

test('Search and the whole conversation leave out what is deleted', async () => {
  const first = await send(server.url, ben, ada, 'one word');
  await send(server.url, ben, ada, 'two words');
  await put(ada, `delete/${first._id}`, { for: 'me' });
  expect(await get(ada, `${ben.id}`)).toMatchObject({ messages: [{ text: 'two words' }] });
  expect(await get(ada, `${ben.id}/search?q=word`)).toMatchObject({
    messages: [{ text: 'two words' }],
  });
  expect(await get(ben, `${ada.id}/search?q=word`)).toMatchObject({
    messages: [{ text: 'two words' }, { text: 'one word' }],
  });
});

test('A list that a browser holds is made anew after a mark, and the other one’s is not', async () => {
  const sent = await send(server.url, ben, ada, '1');
  const readTag = async (member: Member) =>
    (await call(server.url, 'GET', '/messages/users', member)).headers.get('etag');
  const before = [await readTag(ada), await readTag(ben)];
  await put(ada, `delete/${sent._id}`, { for: 'me' });
  const after = [await readTag(ada), await readTag(ben)];
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('A key stands for one marking, and a stranger marks nothing', async () => {
  const sent = await send(server.url, ben, ada, '1');
  const headers = { 'idempotency-key': randomUUID() };
  const path = `save/${sent._id}`;
  expect((await put(ada, path, { saved: true }, headers)).body.marked?.before).toBe(0);
  expect((await put(ada, path, { saved: true }, headers)).body.marked?.before).toBeUndefined();
  expect((await put(ada, path, { saved: false }, headers)).status).toBe(422);
  const cleo = await signUp(server.url, 'Cleo');
  for (const [what, body] of [
    [path, { saved: true }],
    [`delete/${sent._id}`, { for: 'me' }],
    [`clear/${ada.id}`, { upTo: sent._id }],
  ] as const) {
    expect((await put(cleo, what, body)).status).toBe(404);
  }
});

test.each([
  ['PUT', 'save/x', { saved: 'yes' }, 'The field saved takes true or false.'],
  ['PUT', 'clear/x', { upTo: 'x' }, 'The field upTo takes a message id.'],
  ['PUT', 'delete/x', { for: 'all' }, 'The field for takes "me" or "both".'],
  ['GET', 'marks?after=1', undefined, 'The parameter after takes a cursor.'],
  [
    'GET',
    'saved?before=x',
    undefined,
    'The parameter before takes what the call before has answered.',
  ],
])('%s messages/%s is refused', async (method, path, body, message) => {
  const options = { token: ada.token, ...(body && { body }) };
  const answer = await call(server.url, method, `/messages/${path}`, options);
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});
