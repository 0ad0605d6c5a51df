/**
 * Fills a data folder with the demo, or leaves it unchanged. The demo is made in a folder inside it, and moved into
 * place when it is complete: an interrupted run leaves no people, and the next one starts again.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toEmailKey } from '../domain/email-key.ts';
import { refusal } from '../domain/errors.ts';
import { createCredentials } from '../security/credentials.ts';
import { openDataFolder, refuseUnfinishedCopy } from '../storage.ts';
import { lockForOneServer } from '../store/sqlite/connection.ts';
import { explainOpenError, readVersion } from '../store/sqlite/prepare-file.ts';
import { emailOf, SIGN_INS } from './people.ts';
import { type DemoPlan, planDemo } from './plan.ts';
import { storeDemo } from './store-demo.ts';

/** Where the demo is made; always the same name, so that leftovers are found. */
export const unfinishedFolder = (folder: string) => join(folder, 'unfinished-demo');

/** Resolves to undefined if the demo is there. Rejects with a DomainError or a system error that names the problem. */
export async function seedDataFolder(
  folder: string,
  now: number,
): Promise<{ messages: number; pictures: number } | undefined> {
  const file = join(folder, 'duet.db');
  refuseUnfinishedCopy(folder);
  // Held until the demo is in place: a server started meanwhile would continue in a deleted file.
  const unlock = lockForOneServer(file);
  try {
    const keys = listEmailKeys(file);
    const isSeeded = SIGN_INS.every((key) => keys.has(toEmailKey(emailOf(key))));
    if (isSeeded) return undefined;
    if (keys.size > 0) {
      throw refusal(
        `${folder} has accounts of other people (${keys.size}), so nothing was changed. Choose another folder: DATA_DIR=./demo npm run seed`,
      );
    }
    const plan = planDemo(now);
    rmSync(unfinishedFolder(folder), { recursive: true, force: true });
    await makeDemo(unfinishedFolder(folder), plan);
    moveIntoPlace(unfinishedFolder(folder), folder);
    const pictures = plan.messages.filter(({ content }) => 'picture' in content).length;
    return { messages: plan.messages.length, pictures };
  } finally {
    rmSync(unfinishedFolder(folder), { recursive: true, force: true });
    unlock();
  }
}

/** Reads a database of any version as it is: one that does not get the demo is not migrated either. */
function listEmailKeys(file: string): Set<unknown> {
  if (!existsSync(file)) return new Set();
  try {
    // Nothing is written, but a read-only connection would leave the files of its log behind.
    using database = new DatabaseSync(file, { timeout: 5_000 });
    if (readVersion(database, file) === 0) return new Set();
    const rows = database.prepare('select email_key from users').all();
    return new Set(rows.map(({ email_key }) => email_key));
  } catch (error) {
    throw explainOpenError(error, file);
  }
}

async function makeDemo(folder: string, plan: DemoPlan): Promise<void> {
  let time = 0;
  const { store, pictures } = await openDataFolder(folder, () => time);
  const setTime = (now: number) => {
    time = now;
  };
  try {
    await storeDemo(plan, { store, pictures, credentials: createCredentials(), setTime });
  } finally {
    await store.close();
  }
}

/** The pictures first, since unnamed pictures do no harm; then the people, in one step. */
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
