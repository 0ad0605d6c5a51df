/**
 * Moves everything from a data folder to PostgreSQL: the rows of all tables, and the pictures. Public ids stay the same, so that addresses, drafts and unsent messages still fit. The data
 * folder keeps everything; its schema is migrated first.
 *
 * The move may fail at any moment and be started again. At its end each row and each picture is compared with its
 * source; only then is the move complete.
 */
import { createHash, hash } from 'node:crypto';
import type { Client } from 'pg';
import { DomainError } from '../domain/errors.ts';
import { prepareDatabase } from '../store/postgres/prepare-database.ts';
import { openSource, type Source, type Value } from './source.ts';
import { TABLES, type Table } from './tables.ts';
import { createTarget, type Target } from './target.ts';

const ROWS = 2_000;
const PICTURES = 50;

interface Moved {
  /** Number of rows or pictures. */
  counts: Array<{ what: string; count: number }>;
  /** Named pictures that were missing in the folder: they were lost before. */
  lostPictures: number;
}

/** Rejects with a DomainError that names the problem. `tell` reports the progress. */
export async function moveStore(
  from: string,
  to: string,
  tell: (line: string) => void,
): Promise<Moved> {
  const source = openSource(from, tell);
  try {
    return await prepareDatabase(
      to,
      (client) => moveAll(source, client, tell),
      () => {},
    );
  } finally {
    source.close();
  }
}

async function moveAll(
  source: Source,
  client: Client,
  tell: (line: string) => void,
): Promise<Moved> {
  const target = createTarget(client);
  await target.begin(source.file);
  const counts: Moved['counts'] = [];
  const digests = new Map<Table, string>();
  for (const table of TABLES) {
    tell(`Moving ${table.what} …`);
    const { count, digest } = await moveTable(table, source, target);
    counts.push({ what: table.what, count });
    digests.set(table, digest);
  }
  tell('Moving pictures …');
  const ids = source.listPictureIds();
  const lost = new Set<string>();
  for (const some of inSlices(ids)) await movePictures(some, source, target, lost);
  await target.dropUnnamedPictures();
  counts.push({ what: 'pictures', count: ids.length - lost.size });

  tell('Comparing everything …');
  await target.finish(async () => {
    for (const table of TABLES) {
      const digest = createDigest();
      const columns = await target.listColumns(table);
      for await (const rows of target.readBatches(table, columns)) digest.add(rows);
      if (digest.read() !== digests.get(table)) throw mismatch(table.what);
    }
    const kept = ids.filter((id) => !lost.has(id));
    for (const some of inSlices(kept)) await comparePictures(some, source, target);
    if ((await target.countPictures()) !== kept.length) throw mismatch('pictures');
  });
  return { counts, lostPictures: lost.size };
}

async function moveTable(table: Table, source: Source, target: Target) {
  const digest = createDigest();
  const columns = await target.listColumns(table);
  let count = 0;
  for (const rows of source.readBatches(table, columns, ROWS)) {
    await target.insert(table, columns, rows);
    digest.add(rows);
    count += rows.length;
  }
  return { count, digest: digest.read() };
}

async function movePictures(
  ids: string[],
  source: Source,
  target: Target,
  lost: Set<string>,
): Promise<void> {
  const missing = new Set(await target.listMissingPictures(ids));
  for (const id of ids) {
    const picture = await source.findPicture(id);
    if (!picture) lost.add(id);
    else if (missing.has(id)) {
      await target.insertPicture(id, picture.type, await picture.read());
    }
  }
}

async function comparePictures(ids: string[], source: Source, target: Target): Promise<void> {
  const hashes = await target.listPictureHashes(ids);
  for (const id of ids) {
    const picture = await source.findPicture(id);
    const bytes = picture ? await picture.read() : new Uint8Array();
    if (hash('sha256', bytes) !== hashes.get(id)) {
      throw mismatch(`picture ${id}`);
    }
  }
}

/** One hash of all rows in order, however they are batched; it covers their number too. */
function createDigest() {
  const rowsHash = createHash('sha256');
  return {
    add(rows: Value[][]) {
      for (const row of rows) rowsHash.update(JSON.stringify(row)).update('\n');
    },
    read: () => rowsHash.digest('hex'),
  };
}

function* inSlices(ids: string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += PICTURES) {
    yield ids.slice(start, start + PICTURES);
  }
}

function mismatch(what: string): DomainError {
  return new DomainError(
    'storageUnavailable',
    `What arrived is not what was there (${what}), so the move does not count. Does a server run on the database? End it, and run this again.`,
  );
}
