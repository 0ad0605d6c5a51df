/**
 * How many statements a call costs the database: as many for a house full of people and messages as for an
 * empty one. Counted where every statement of the store passes, in Node's own `StatementSync`.
 */
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Reader } from '../../server/domain/ports/reader.ts';
import { createPresenter } from '../../server/presenter.ts';
import { createAnswers } from '../../server/reader/answers.ts';
import { openSqliteReads } from '../../server/store/sqlite/long-reads.ts';
import { createCommitOrder } from '../../server/store/sqlite/numbers.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { prepareHandlers } from '../../server/store/sqlite/writer-thread.ts';
import { makeFolder } from '../support/make-folder.ts';
import type { TestServerOptions } from '../support/server.ts';
import { addPerson } from './store-contract/place.ts';
import { call, send, signUp } from './support/calls.ts';
import { ada, grace, server, startPair } from './support/pair.ts';

afterEach(() => vi.restoreAllMocks());

/** Statements that run on this thread while `act` does. */
async function countStatements(act: () => unknown): Promise<number> {
  const spies = (['get', 'all', 'run', 'iterate'] as const).map((method) =>
    vi.spyOn(StatementSync.prototype, method),
  );
  await act();
  const count = spies.reduce((total, { mock }) => total + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

test('Marking costs the same few statements, however much there is to mark', async () => {
  const file = join(await makeFolder(), 'duet.db');
  const store = await openSqliteStore({ file, clock: Date.now });
  onTestFinished(() => store.close());
  const [reader, peer] = [await addPerson(store, 'Reader'), await addPerson(store, 'Peer')];
  const talk = () =>
    store.appendMessage({ senderId: peer._id, receiverId: reader._id, text: 'Hello' });
  const costs = async () => {
    const page = await store.readPage(reader._id, peer._id, { kind: 'before', limit: 1 });
    const messageId = page.messages[0]?._id ?? '';
    // The writer's own code, on this thread, where its statements can be counted; nothing is kept.
    const database = new DatabaseSync(file);
    const handlers = prepareHandlers(database, createCommitOrder(database), Date.now);
    const counts: number[] = [];
    for (const mark of [
      () => handlers.markSeen(reader._id, messageId),
      () => handlers.markConversationSeen(reader._id, peer._id),
      () => handlers.markDelivered(reader._id, peer._id, messageId),
    ]) {
      database.exec('begin');
      counts.push(await countStatements(mark));
      database.exec('rollback');
    }
    database.close();
    return counts;
  };
  await talk();
  const few = await costs();
  expect(Math.max(...few)).toBeLessThanOrEqual(7);
  await Promise.all(Array.from({ length: 1_000 }, talk));
  expect(await costs()).toEqual(few);
});

/** The reader thread's own code, on this thread, where its statements can be counted. */
function readOnThisThread(file: string): Reader {
  const { reads, close } = openSqliteReads({ file });
  return { ...createAnswers(reads, createPresenter(null)), close: async () => close() };
}

const PATHS = ['/messages/users', '/messages/PEER?peek=true&limit=50', '/messages/PEER/search?q=x'];
async function start(options: TestServerOptions = {}) {
  // The clocks stand still, so that a session once known is not looked up again.
  const time = Date.now();
  await startPair({ clock: () => time, now: () => 0, ...options });
  await send(server.url, grace, ada, 'Hello');
}
async function costs() {
  const counts: number[] = [];
  for (const each of PATHS) {
    const path = each.replace('PEER', grace.id);
    await call(server.url, 'GET', path, ada);
    counts.push(await countStatements(() => call(server.url, 'GET', path, ada)));
  }
  return counts;
}

test('A call costs as many statements in a full house as in an empty one', async () => {
  const dataDir = await makeFolder();
  await start({ dataDir, wrapReader: () => readOnThisThread(join(dataDir, 'duet.db')) });
  // The mark of the list, the list and both ways of blocks; the page and its side, both people, and the blocks between
  // them; or the person and a part of the search.
  const few = await costs();
  expect(few).toEqual([4, 5, 2]);
  for (let index = 0; index < 20; index += 1) {
    const other = await signUp(server.url, `Person ${index}`);
    for (let each = 0; each < 4; each += 1) await send(server.url, other, ada, 'Hello');
    await send(server.url, grace, ada, 'Hello');
  }
  expect(await costs()).toEqual(few);
});

test('A call has the thread that delivers messages read no more than a few rows', async () => {
  await start();
  expect(await costs()).toEqual([0, 3, 1]);
});
