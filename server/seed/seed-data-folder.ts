/**
 * Fills a data folder with the demo, or leaves it exactly as it is.
 * The demo is made in a folder of its own inside, and moved to its place when it is complete: a run that
 * is interrupted leaves no people behind, and the next one begins anew.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder, refuseUnfinishedCopy } from '../data-folder.ts';
import { createCredentials } from '../security/credentials.ts';
import { lockForOneServer } from '../store/sqlite/lock.ts';
import { findOccupants, type Occupants } from './occupants.ts';
import { planDemo } from './plan/plan.ts';
import { storeDemo } from './store-demo.ts';

type SeedResult =
  | { kind: 'seeded'; messages: number; pictures: number }
  | Exclude<Occupants, { kind: 'nobody' }>;

/** Where the demo is made; the name is the same each time, so that leftovers are found. */
export const unfinishedFolder = (folder: string) => join(folder, 'unfinished-demo');

/** Rejects with a DomainError or a system error that names what is in the way. */
export async function seedDataFolder(folder: string, now: number): Promise<SeedResult> {
  const file = join(folder, 'duet.db');
  refuseUnfinishedCopy(folder);
  // Held until the demo is in its place: a server that started meanwhile would go on in a file that is gone.
  const unlock = lockForOneServer(file);
  try {
    const occupants = findOccupants(file);
    if (occupants.kind !== 'nobody') return occupants;
    const plan = planDemo(now);
    await makeDemo(unfinishedFolder(folder), plan);
    moveIntoPlace(unfinishedFolder(folder), folder);
    return {
      kind: 'seeded',
      messages: plan.messages.length,
      pictures: plan.messages.filter(({ content }) => 'picture' in content).length,
    };
  } finally {
    rmSync(unfinishedFolder(folder), { recursive: true, force: true });
    unlock();
  }
}

async function makeDemo(folder: string, plan: ReturnType<typeof planDemo>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  let time = 0;
  const { store, pictures } = await openDataFolder(folder, () => time);
  try {
    const setTime = (now: number) => {
      time = now;
    };
    await storeDemo(plan, { store, pictures, credentials: createCredentials(), setTime });
  } finally {
    await store.close();
  }
}

/**
 * The pictures first, since a picture that no message names does no harm; then, in one step, the people. All of it
 * in one turn, so that whoever stops the program stops it before or after.
 */
function moveIntoPlace(from: string, to: string): void {
  for (const shelf of readdirSync(join(from, 'pictures'))) {
    const place = join(to, 'pictures', shelf);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(join(from, 'pictures', shelf))) {
      renameSync(join(from, 'pictures', shelf, file), join(place, file));
    }
  }
  // An empty database that was there, and what it may have left beside itself: no log may outlive its database.
  for (const name of ['duet.db', 'duet.db-wal', 'duet.db-shm'])
    rmSync(join(to, name), { force: true });
  renameSync(join(from, 'duet.db'), join(to, 'duet.db'));
}
