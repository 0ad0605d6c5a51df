/** Files of pictures that no row names: kept for a week, then gone; no other is ever touched. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../server/backup/back-up.ts';
import { openDataFolder } from '../../server/storage.ts';
import { makeFolder } from '../support/make-folder.ts';
import { describeUnnamedPictures } from './store-contract/unnamed-pictures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describeUnnamedPictures('files', async () => {
  let passed = 0;
  const opened = await openDataFolder(await makeFolder(), () => passed);
  return {
    ...opened,
    age: async (days) => {
      passed += days * DAY_MS;
    },
    close: () => opened.store.close(),
  };
});

test('Files of unnamed pictures leave no note behind, nor in a backup, nor what was being written a week ago', async () => {
  const folder = await makeFolder();
  let passed = 0;
  const { store, sweepPictures } = await openDataFolder(folder, () => passed);
  onTestFinished(() => store.close());
  const shelf = join(folder, 'pictures/ab');
  await mkdir(shelf, { recursive: true });
  const name = (digit: number, ending: string) => `ab${String(digit).repeat(30)}.${ending}`;
  // Of the third, a note was made, and the server was killed before it wrote when.
  const files = [name(0, 'png'), name(1, 'jpg.part'), name(2, 'jpg'), name(2, 'jpg.unnamed')];
  for (const each of [...files, 'not ours.png']) await writeFile(join(shelf, each), '');

  await sweepPictures('ab');
  expect(await readdir(shelf)).toHaveLength(7);
  await backUp(folder, join(folder, 'copy'));
  // A week begins anew in the copy.
  const copied = (await readdir(join(folder, 'copy/pictures/ab'))).toSorted();
  expect(copied.filter((each) => each.endsWith('.unnamed'))).toEqual([]);
  expect(copied).toContain(name(0, 'png'));
  passed += 6 * DAY_MS;
  await sweepPictures('ab');
  expect(await readdir(shelf)).toHaveLength(7);
  passed += 2 * DAY_MS;
  await sweepPictures('ab');
  expect(await readdir(shelf)).toEqual(['not ours.png']);
});
