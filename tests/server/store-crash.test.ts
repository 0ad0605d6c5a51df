import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredMessage } from '../../server/domain/ports/messages.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { type StoreProcess, startStoreProcess } from './support/store-process.ts';

const PER_ROUND = 300;

let directory: string;
let file: string;
let running: StoreProcess | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duet-crash-'));
  file = join(directory, 'duet.db');
});
afterEach(async () => {
  await running?.kill();
  running = undefined;
  await rm(directory, { recursive: true });
});

async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore({ file, clock: Date.now });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function readConversation(store: Store): Promise<StoredMessage[]> {
  const ada = await store.findCredentials('ada@example.org');
  const ben = await store.findCredentials('ben@example.org');
  if (!ada || !ben) return [];
  const range = { kind: 'after', limit: 1_000_000 } as const;
  const { messages } = await store.readPage(ada.user._id, ben.user._id, range);
  // Only a page shows the key of a send.
  return messages.map(({ key: _, ...message }) => message);
}

/** One sender waits for each answer, so each sender's numbers rise in the order of the conversation. */
function expectEachSenderInOrder(messages: StoredMessage[]): void {
  const last = new Map<string, number>();
  for (const { text = '' } of messages) {
    const [pid, sender, number] = text.split(' ');
    const previous = last.get(`${pid} ${sender}`) ?? -1;
    expect(Number(number)).toBeGreaterThan(previous);
    last.set(`${pid} ${sender}`, Number(number));
  }
}

// Only Linux lets one process limit how large another's files may grow, without any rights.
describe.skipIf(process.platform !== 'linux')('a store whose disk takes no more', () => {
  const limitFiles = (pid: number, bytes: number | 'unlimited') =>
    execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);

  test('rejects what it cannot store, stores nothing of it, and goes on when there is room', async () => {
    const load = startStoreProcess(file);
    running = load;
    await load.waitFor(() => load.acknowledged.length >= PER_ROUND);

    limitFiles(load.pid, statSync(`${file}-wal`).size + 100_000);
    // At first the log still has room for the small commit that makes sure of the last one.
    const isNotBegun = () => load.rejected.some(({ isOutcomeUnknown }) => !isOutcomeUnknown);
    await load.waitFor(() => load.rejected.length >= 40 && isNotBegun());
    limitFiles(load.pid, 'unlimited');
    const untilThen = load.acknowledged.length;
    await load.waitFor(() => load.acknowledged.length >= untilThen + PER_ROUND);
    await load.kill();

    const codes = new Set(load.rejected.map(({ code }) => code));
    expect([...codes]).toEqual(['storageUnavailable']);
    // A log that could not be written is not trusted to be without them; when it takes nothing at all, none is begun.
    expect(load.rejected[0]?.isOutcomeUnknown).toBe(true);
    const messages = await withStore(readConversation);
    const stored = new Map(messages.map((message) => [message._id, message]));
    expect(load.acknowledged.map(({ _id }) => stored.get(_id))).toEqual(load.acknowledged);
    const texts = new Set(messages.map(({ text }) => text));
    expect(load.rejected.filter(({ text }) => texts.has(text))).toEqual([]);
    expectEachSenderInOrder(messages);
  });
});
