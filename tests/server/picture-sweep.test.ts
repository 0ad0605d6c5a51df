/** Files of pictures that no row names: kept for a week, then gone; no other is ever touched. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../server/backup/back-up.ts';
import { openDataFolder } from '../../server/storage.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { describeUnnamedPictures } from './store-contract/unnamed-pictures.ts';
import { call, signUp } from './support/calls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

describeUnnamedPictures('files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'duet-sweep-'));
  let passed = 0;
  const opened = await openDataFolder(folder, () => passed);
  return {
    ...opened,
    age: async (days) => {
      passed += days * DAY_MS;
    },
    close: async () => {
      await opened.store.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('The files of unnamed pictures', () => {
  let folder: string;
  let opened: Awaited<ReturnType<typeof openDataFolder>>;
  let passed: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'duet-sweep-'));
    passed = 0;
    opened = await openDataFolder(folder, () => passed);
    await mkdir(join(folder, 'pictures/ab'), { recursive: true });
  });
  afterEach(async () => {
    await opened.store.close();
    await rm(folder, { recursive: true });
  });

  test('leave no note behind, and nothing of what was being written a week ago', async () => {
    const place = (name: string) => join(folder, 'pictures/ab', name);
    await writeFile(place(`ab${'0'.repeat(30)}.png`), '');
    await writeFile(place(`ab${'1'.repeat(30)}.jpg.part`), '');
    // Noted, and the server was killed before it wrote when.
    await writeFile(place(`ab${'2'.repeat(30)}.jpg`), '');
    await writeFile(place(`ab${'2'.repeat(30)}.jpg.unnamed`), '');
    await writeFile(place('not ours.png'), '');

    await opened.sweepPictures('ab');
    const list = async () => (await readdir(join(folder, 'pictures/ab'))).toSorted();
    expect(await list()).toHaveLength(7);
    passed += 6 * DAY_MS;
    await opened.sweepPictures('ab');
    expect(await list()).toHaveLength(7);
    passed += 2 * DAY_MS;
    await opened.sweepPictures('ab');
    expect(await list()).toEqual(['not ours.png']);
  });

  test('are in a backup without their notes, so that a week begins anew in the copy', async () => {
    const name = `ab${'0'.repeat(30)}.png`;
    await writeFile(join(folder, 'pictures/ab', name), '');
    await opened.sweepPictures('ab');
    await backUp(folder, join(folder, 'copy'));
    expect(await readdir(join(folder, 'copy/pictures/ab'))).toEqual([name]);
  });
});

describe('A server that is killed while pictures come in', () => {
  const ROUNDS = 4;
  let server: ServerProcess;
  beforeEach(async () => {
    server = await startServerProcess();
  });
  afterEach(() => server.dispose());

  test('leaves files that go by and by, and keeps every picture that was acknowledged', async () => {
    const ada = await signUp(server.url, 'Ada');
    const ben = await signUp(server.url, 'Ben');
    const image = makeDataUrl(makePng(30, 20));
    const { token } = ada;
    let answered = 0;
    let isOver = false;
    const repeat = async (step: () => Promise<{ status: number }>) => {
      while (!isOver) {
        const answer = await step().catch(() => undefined);
        if (answer?.status === 200 || answer?.status === 201) answered += 1;
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const send = () =>
      call(server.url, 'POST', `/messages/send/${ben.id}`, { token, body: { image } });
    const update = () =>
      call(server.url, 'PUT', '/auth/update-profile', {
        token,
        body: { fullName: 'Ada', bio: 'Here', profilePic: image },
      });
    const lanes = [send, send, send, update].map(repeat);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const goal = answered + 20 + round;
      await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(goal);
      await server.kill();
      if (round < ROUNDS) await server.start();
    }
    isOver = true;
    await Promise.all(lanes);

    const pictures = join(server.dataDir, 'pictures');
    const before = await listFiles(pictures);
    let passed = 0;
    const { store, sweepPictures } = await openDataFolder(server.dataDir, () => passed);
    for (let round = 0; round < 2; round += 1) {
      for (let prefix = 0; prefix < 256; prefix += 1) {
        await sweepPictures(prefix.toString(16).padStart(2, '0'));
      }
      passed += 8 * DAY_MS;
    }
    await store.close();
    const kept = (await listFiles(pictures)).map((path) => path.slice(-36, -4)).toSorted();
    expect(kept).toEqual(listNamed(server.dataDir));
    // All profile pictures but the last, at least.
    expect(before.length).toBeGreaterThan(kept.length);
  });
});

/** By the file itself. */
function listNamed(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'duet.db'), { readOnly: true });
  try {
    return database
      .prepare(
        `select picture_id as id from messages where picture_id is not null
         union select picture_id from users where picture_id is not null order by id`,
      )
      .all()
      .map(({ id }) => String(id));
  } finally {
    database.close();
  }
}
