/**
 * Fills a data folder with the demo, or leaves it exactly as it is.
 * The demo is made in a folder of its own inside, and moved to its place when it is complete: a run that
 * is interrupted leaves no people behind, and the next one begins anew.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../data-folder.ts';
import type { Store } from '../domain/ports.ts';
import { createCredentials } from '../security/credentials.ts';
import { emailOf, SIGN_INS } from './people.ts';
import { planDemo } from './plan/plan.ts';
import { storeDemo } from './store-demo.ts';

type SeedResult =
  | { kind: 'seeded'; messages: number; pictures: number }
  | { kind: 'alreadySeeded' }
  | { kind: 'foreign'; people: number };

/** Where the demo is made; the name is the same each time, so that leftovers are found. */
export const unfinishedFolder = (folder: string) => join(folder, 'unfinished-demo');

/** Rejects with a DomainError or a system error that names what is in the way. */
export async function seedDataFolder(folder: string, now: number): Promise<SeedResult> {
  // Stays open while the demo is made: no server can start on the folder meanwhile.
  const { store } = await openDataFolder(folder, () => now);
  try {
    const occupants = await findOccupants(store);
    if (occupants.kind !== 'nobody') return occupants;
    const plan = planDemo(now);
    await makeDemo(unfinishedFolder(folder), plan);
    await store.close();
    await moveIntoPlace(unfinishedFolder(folder), folder);
    return {
      kind: 'seeded',
      messages: plan.messages.length,
      pictures: plan.messages.filter(({ content }) => 'picture' in content).length,
    };
  } finally {
    await store.close();
    await rm(unfinishedFolder(folder), { recursive: true, force: true });
  }
}

async function findOccupants(store: Store) {
  const found = await Promise.all(SIGN_INS.map((key) => store.findCredentials(emailOf(key))));
  if (found.every((account) => account !== undefined)) return { kind: 'alreadySeeded' } as const;
  const people = await store.countUsers();
  if (people > 0) return { kind: 'foreign', people } as const;
  return { kind: 'nobody' } as const;
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

/** The pictures first, since a picture that no message names does no harm; then, in one step, the people. */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  for (const shelf of await readdir(join(from, 'pictures'))) {
    const place = join(to, 'pictures', shelf);
    await mkdir(place, { recursive: true, mode: 0o700 });
    for (const file of await readdir(join(from, 'pictures', shelf))) {
      await rename(join(from, 'pictures', shelf, file), join(place, file));
    }
  }
  // What the empty database that was there may have left beside itself.
  for (const leftover of ['duet.db-wal', 'duet.db-shm'])
    await rm(join(to, leftover), { force: true });
  await rename(join(from, 'duet.db'), join(to, 'duet.db'));
}
