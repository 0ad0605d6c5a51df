/**
 * How many statements a call costs the database: as many for a house full of people and messages as for an
 * empty one. Counted where every statement of the store passes, in Node's own `StatementSync`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reader } from '../../server/domain/ports/reader.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import type { StoredUser } from '../../server/domain/ports/users.ts';
import { createPresenter } from '../../server/presenter.ts';
import { createAnswers } from '../../server/reader/answers.ts';
import { openSqliteReads } from '../../server/store/sqlite/long-reads.ts';
import { createCommitOrder } from '../../server/store/sqlite/numbers.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { prepareHandlers } from '../../server/store/sqlite/writer-thread.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { addPerson } from './store-contract/place.ts';
import { call, type Member, send, signUp } from './support/calls.ts';

const PAGE = { kind: 'before', limit: 50 } as const;

let directory: string;
let file: string;
let store: Store;
let reader: StoredUser;
let peer: StoredUser;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duet-statements-'));
  file = join(directory, 'duet.db');
  store = await openSqliteStore({ file, clock: Date.now });
  reader = await addPerson(store, 'Reader');
  peer = await addPerson(store, 'Peer');
  await talk(peer);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  await rm(directory, { recursive: true });
});

const talk = (from: StoredUser) =>
  store.appendMessage({ senderId: from._id, receiverId: reader._id, text: 'Hello' });

/** Two hundred people who wrote to the reader, and a thousand messages of the peer. */
async function fillHouse(): Promise<void> {
  const others = await Promise.all(
    Array.from({ length: 200 }, (_, index) => addPerson(store, `Person ${index}`)),
  );
  await Promise.all([...others, ...Array.from({ length: 1_000 }, () => peer)].map(talk));
}

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

describe('One statement reads', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the people with what is unseen and said last', () => store.listUsers(reader._id)],
    ['the version of that list', async () => store.readUserListVersion?.(reader._id)],
    ['a page', () => store.readPage(reader._id, peer._id, PAGE)],
    ['a session', () => store.findSession('0'.repeat(64))],
    ['a person', () => store.findUser(peer._id)],
  ])('%s, however many there are', async (_what, read) => {
    expect(await countStatements(read)).toBe(1);
    await fillHouse();
    expect(await countStatements(read)).toBe(1);
  });
});

test('Marking costs the same few statements, however much there is to mark', async () => {
  const costs = async () => {
    const page = await store.readPage(reader._id, peer._id, { kind: 'before', limit: 1 });
    const messageId = page.messages[0]?._id ?? '';
    // The writer's own code, on this thread, where its statements can be counted; nothing is kept.
    const database = new DatabaseSync(file);
    const handlers = prepareHandlers(database, createCommitOrder(database), Date.now);
    const undone = (mark: () => unknown) => {
      database.exec('begin');
      mark();
      database.exec('rollback');
    };
    const counts = [
      await countStatements(() => undone(() => handlers.markSeen(reader._id, messageId))),
      await countStatements(() =>
        undone(() => handlers.markConversationSeen(reader._id, peer._id)),
      ),
      await countStatements(() =>
        undone(() => handlers.markDelivered(reader._id, peer._id, messageId)),
      ),
    ];
    database.close();
    return counts;
  };
  const few = await costs();
  expect(Math.max(...few)).toBeLessThanOrEqual(7);
  await fillHouse();
  expect(await costs()).toEqual(few);
});

/** The reader thread's own code, on this thread, where its statements can be counted. */
function readOnThisThread(): Reader {
  const { reads, close } = openSqliteReads({ file });
  return { ...createAnswers(reads, createPresenter(null)), close: async () => close() };
}

test('Fifty messages of a search are read with one statement', async () => {
  await fillHouse();
  const thread = readOnThisThread();
  const search = () =>
    thread.findText({
      readerId: reader._id,
      peerId: peer._id,
      words: ['nothing'],
      most: 50,
      mostBytes: 1e6,
    });
  let read = 0;
  const count = await countStatements(async () => {
    ({ read } = await search());
  });
  expect(count).toBe(Math.ceil(read / 50));
  await thread.close();
});

describe('A call', () => {
  const PATHS = [
    '/messages/users',
    '/messages/PEER?peek=true&limit=50',
    '/messages/PEER/search?q=x',
  ];
  let server: TestServer;
  let ada: Member;
  let grace: Member;
  async function start(options: TestServerOptions = {}) {
    // The clocks stand still, so that a session once known is not looked up again.
    const time = Date.now();
    server = await startServer({ clock: () => time, now: () => 0, ...options });
    ada = await signUp(server.url, 'Ada');
    grace = await signUp(server.url, 'Grace');
    await send(server.url, grace, ada, 'Hello');
  }
  afterEach(() => server.close());

  async function costs() {
    const counts: number[] = [];
    for (const each of PATHS) {
      const path = each.replace('PEER', grace.id);
      await call(server.url, 'GET', path, ada);
      counts.push(await countStatements(() => call(server.url, 'GET', path, ada)));
    }
    return counts;
  }

  test('costs as many statements in a full house as in an empty one', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'duet-statements-'));
    file = join(dataDir, 'duet.db');
    await start({ dataDir, wrapReader: readOnThisThread });
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

  test('has the thread that delivers messages read no more than a few rows', async () => {
    await start();
    expect(await costs()).toEqual([0, 3, 1]);
  });
});
