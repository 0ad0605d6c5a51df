import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchCommits } from '../../server/store/commits.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { Place } from './store-contract/place.ts';
import { describePushes } from './store-contract/pushes.ts';
import { describeStore } from './store-contract.ts';

const makePlace = async (): Promise<Place> => {
  const directory = await mkdtemp(join(tmpdir(), 'duet-store-'));
  const file = join(directory, 'duet.db');
  return {
    open: ({ clock }) => openSqliteStore({ file, clock }),
    async read(sql) {
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    },
    remove: () => rm(directory, { recursive: true }),
  };
};

describeStore('SQLite', makePlace);
describePushes(makePlace);

test('Extensions of sessions wait for each other, and for whatever else is written', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'duet-store-'));
  const file = join(directory, 'duet.db');
  const store = await openSqliteStore({ file, clock: Date.now });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sizes: number[] = [];
  const stopWatching = watchCommits(({ size }) => sizes.push(size));

  const extend = () => store.extendSession('a'.repeat(64), Date.now());
  const extensions = [extend()];
  await setImmediate();
  extensions.push(extend());
  await setImmediate();
  await store.checkHealth();
  await Promise.all(extensions);
  expect(sizes).toEqual([3]);

  const alone = extend();
  await setImmediate();
  expect(sizes).toEqual([3]);
  vi.runAllTimers();
  await alone;
  const last = extend();
  await store.close();
  await last;
  expect(sizes).toEqual([3, 1, 1]);

  stopWatching();
  await rm(directory, { recursive: true });
});
