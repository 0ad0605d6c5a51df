/**
 * Fills a data folder with the demo, or leaves it unchanged. The demo is made in a folder inside it, and moved into
 * place when it is complete: an interrupted run leaves no people, and the next one starts again.
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

/** Where the demo is made; always the same name, so that leftovers are found. */
export const unfinishedFolder = (folder: string) => join(folder, 'unfinished-demo');

/** Rejects with a DomainError or a system error that names the problem. */
export async function seedDataFolder(folder: string, now: number): Promise<SeedResult> {
  const file = join(folder, 'duet.db');
  refuseUnfinishedCopy(folder);
  // Held until the demo is in place: a server started meanwhile would continue in a deleted file.
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
 * The pictures first, since unnamed pictures do no harm; then the people, in one step. All in one turn, so that a
 * signal stops the program before or after it.
 */
function moveIntoPlace(from: string, to: string): void {
  for (const shelf of readdirSync(join(from, 'pictures'))) {
    const place = join(to, 'pictures', shelf);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(join(from, 'pictures', shelf))) {
      renameSync(join(from, 'pictures', shelf, file), join(place, file));
    }
  }
  // An existing empty database and its leftovers: no log may outlive its database.
  for (const name of ['duet.db', 'duet.db-wal', 'duet.db-shm'])
    rmSync(join(to, name), { force: true });
  renameSync(join(from, 'duet.db'), join(to, 'duet.db'));
}
