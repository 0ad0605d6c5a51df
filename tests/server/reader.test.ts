/** Reads that may be long: on a thread of their own, in fair turns, and each within a bound. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPresenter } from '../../server/presenter.ts';
import { createAnswers } from '../../server/reader/answers.ts';
import { createFairQueue, startReader } from '../../server/reader/reader.ts';
import type { Message } from '../../src/protocol/entities.ts';
import type { SearchResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { askFor, type Member, readConversation, signUp } from './support/calls.ts';

const PAGE_BYTES = 512 * 1024;
/** As JSON it takes six bytes each. */
const COSTLY = '\u0001'.repeat(10_000);
/** Each folds into eighteen. */
const PATHOLOGICAL = '\u{FDFA}'.repeat(10_000);

let server: TestServer;
let ada: Member;
let grace: Member;
let searchMs: number | undefined;
let steps: number;
beforeEach(async () => {
  searchMs = undefined;
  steps = 0;
  server = await startServer({
    wrapReader: (real) => ({
      ...real,
      async findText(...asked) {
        steps += 1;
        const step = await real.findText(...asked);
        return searchMs === undefined ? step : { ...step, ms: searchMs };
      },
    }),
  });
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
});
afterEach(() => server.close());

async function fill(count: number, makeText: (number: number) => string): Promise<string[]> {
  const results = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      server.store.appendMessage({
        senderId: grace.id,
        receiverId: ada.id,
        text: makeText(number),
      }),
    ),
  );
  return results.map((result) => (result.kind === 'stored' ? result.message._id : result.kind));
}

async function readPage(query: string) {
  const body = await readConversation(server.url, ada, grace, query);
  return { ids: body.messages.map(({ _id }) => _id), bytes: JSON.stringify(body).length, ...body };
}

test('A page of long messages ends before its limit with half a MiB, beside its cursor, and says that there are more', async () => {
  const ids = await fill(20, () => COSTLY);
  const newest = await readPage('?limit=50');
  expect(newest.bytes).toBeLessThan(PAGE_BYTES + 1_000);
  expect(newest.hasMore).toBe(true);
  expect(newest.ids).toEqual(ids.slice(-newest.ids.length));
  const following = await readPage(`?limit=50&after=${ids[0]}`);
  expect(following.hasMore).toBe(true);
  expect(following.ids).toEqual(ids.slice(1, 1 + following.ids.length));
  // A whole conversation is told completely.
  expect(await readPage('')).toMatchObject({ ids, hasMore: false });
});

const search = (query: string) =>
  askFor<SearchResponse>(server.url, 'GET', `/messages/${grace.id}/search?${query}`, ada);

test('A search ends when it has taken its time, and tells how far it came', async () => {
  const ids = await fill(1_501, (number) => `Message ${number}`);
  searchMs = 150;
  const { messages, reached } = await search('q=1500');
  expect(messages.map(({ _id }: Message) => _id)).toEqual(ids.slice(-1));
  expect(steps).toBe(1);
  expect(ids).toContain(reached?.messageId);
  const rest = await search(`q=message&before=${reached?.messageId}`);
  expect(rest.messages.length).toBeGreaterThan(0);
  // Short parts of a thousand messages at most go on until then.
  searchMs = 1;
  expect(await search('q=no-such-word')).toMatchObject({ messages: [] });
  expect(steps).toBeGreaterThanOrEqual(4);
});

const asked = () => ({ readerId: ada.id, peerId: grace.id, most: 50, mostBytes: 1_000_000 });

test('A search ends a part when its time is over, in the middle of a page', async () => {
  const ids = await fill(20, () => PATHOLOGICAL);
  let worked = 0;
  const answers = createAnswers(server.store, createPresenter(null), () => {
    worked += 4;
    return worked;
  });
  const step = await answers.findText({ ...asked(), words: ['nothing'] });
  expect(step).toMatchObject({ found: 0, read: 3, reached: { _id: ids.at(-3) } });
  expect(step.ms).toBeGreaterThanOrEqual(10);
});

test('The reader takes turns between those who ask', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  for (const item of ['b1', 'b2']) queue.add('b', item);
  const taken = [queue.take()];
  queue.add('c', 'c1');
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  expect(taken).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3']);
  expect(queue.take()).toBeUndefined();
});

test('Pages wait for one part of a search, however many people search', async () => {
  const source = { engine: 'sqlite', file: `${server.dataDir}/duet.db` } as const;
  const own = startReader({ source, publicUrl: null });
  const done: string[] = [];
  const searches = ['a', 'b', 'c', 'd', 'e'].map((readerId) =>
    own.findText({ ...asked(), readerId, words: ['x'] }).then(() => done.push('search')),
  );
  const page = { kind: 'before', limit: 1 } as const;
  const pages = ['f', 'g', 'h'].map((readerId) =>
    own.readPage({ readerId, peerId: grace.id, page }).then(() => done.push('page')),
  );
  await Promise.all([...searches, ...pages]);
  // Two were under way when the first page was asked for, and one was before it.
  expect(done).toEqual(['search', 'search', 'search', 'page', 'page', 'page', 'search', 'search']);
  await own.close();
});

test('The reader is replaced when its thread dies; what it was reading is refused', async () => {
  const started: Promise<Worker[]> = once(process, 'worker');
  const source = { engine: 'sqlite', file: `${server.dataDir}/duet.db` } as const;
  const own = startReader({ source, publicUrl: null });
  const page = { kind: 'before', limit: 1 } as const;
  const asked = { readerId: ada.id, peerId: grace.id, page };
  const first = own.readPage(asked);
  const [thread] = await started;
  await thread?.terminate();
  await expect(first).rejects.toMatchObject({ code: 'storageUnavailable' });
  expect(await own.readPage(asked)).toMatchObject({ hasMore: false });
  await own.close();
  await expect(own.readPage(asked)).rejects.toMatchObject({ code: 'storageUnavailable' });
});
