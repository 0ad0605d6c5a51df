/**
 * Moves everything from a data folder to PostgreSQL: the rows of all tables, and the pictures. Public ids stay the same,
 * so that addresses, drafts and unsent messages still fit. The data folder keeps everything; its schema is migrated
 * first.
 *
 * The move is one transaction: it may fail at any moment, leaves nothing then, and can be started again. Each row and each
 * picture is compared with its source before the commit.
 */
import { createHash, hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'pg';
import { DomainError, refusal } from '../domain/errors.ts';
import type { PictureStore } from '../domain/ports/pictures.ts';
import { openPictureStore } from '../store/pictures.ts';
import { lockForNodes } from '../store/postgres/node-lock.ts';
import { prepareDatabase } from '../store/postgres/prepare-database.ts';
import { type Row, readInteger, readText } from '../store/rows.ts';
import { lockForOneServer, openForReading } from '../store/sqlite/connection.ts';
import { readResultCode } from '../store/sqlite/faults.ts';
import { explainOpenError, prepareFile } from '../store/sqlite/prepare-file.ts';

const BATCH = 2_000;

const BUSY_MS = 5_000;

const TAKEN = 'A Duet server or another move uses this database: end it first.';

/**
 * What is moved, table by table. Both stores have the same tables with the same columns, so each row is copied as it is.
 * Both are read in the same order, so that the result can be compared with the source.
 */
interface Table {
  name: string;
  /** The name of its rows for the person who moves them. */
  what: string;
  /** Columns that identify rows, and sort them. */
  order: readonly string[];
}

const TABLES: readonly Table[] = [
  { name: 'users', what: 'people', order: ['id'] },
  { name: 'sessions', what: 'sessions', order: ['token_hash'] },
  { name: 'push_sender', what: 'keys of pushes', order: ['id'] },
  { name: 'push_devices', what: 'browsers with pushes', order: ['session'] },
  { name: 'pushed', what: 'decided pushes', order: ['session', 'conversation'] },
  { name: 'mutes', what: 'mutes', order: ['person', 'muted'] },
  { name: 'blocks', what: 'blocks', order: ['blocker', 'blocked'] },
  { name: 'known_places', what: 'places of sign-ins', order: ['person', 'place'] },
  { name: 'conversations', what: 'conversations', order: ['id'] },
  { name: 'messages', what: 'messages', order: ['seq'] },
  { name: 'operations', what: 'idempotency keys', order: ['sender', 'key'] },
  { name: 'codes', what: 'invitations and links for passwords', order: ['code_hash'] },
  { name: 'attempts', what: 'counted attempts', order: ['key'] },
  { name: 'picture_days', what: 'days of pictures', order: ['person'] },
  { name: 'store', what: 'epoch', order: ['id'] },
];

interface Column {
  name: string;
  type: 'bigint' | 'integer' | 'text';
}
type Value = string | number | null;

/** `user` is a word of PostgreSQL's own. */
const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const quoteColumns = (columns: readonly Column[]) => quote(columns.map(({ name }) => name));

interface Moved {
  counts: Array<{ what: string; count: number }>;
  /** Named pictures that were missing in the folder: they were lost before. */
  lostPictures: number;
}

/** Rejects with a DomainError that names the problem. `report` reports the progress. */
export async function moveStore(
  file: string,
  to: string,
  report: (line: string) => void,
): Promise<Moved> {
  const source = openSource(file, report);
  let unlock: (() => Promise<void>) | undefined;
  try {
    unlock = await lockForNodes(to, { isAlone: true, taken: TAKEN, report: () => {} });
    const use = (client: Client) => moveAll({ ...source, client, report });
    return await prepareDatabase(to, use, () => {});
  } catch (error) {
    // So that nobody looks for a fault of the file in PostgreSQL.
    const cause = error instanceof DomainError ? error.cause : undefined;
    throw readResultCode(cause) === undefined ? error : explainOpenError(cause, file);
  } finally {
    await unlock?.();
    source.database.close();
    source.unlock();
  }
}

/** The data folder: locked, so that no server writes to it meanwhile, and with the newest schema. */
function openSource(file: string, notify: (line: string) => void) {
  const options = { file, busyTimeout: BUSY_MS };
  let unlock = () => {};
  try {
    // A path that this user may not read cannot be called missing.
    if (!statSync(file, { throwIfNoEntry: false })) throw refusal(`There is no database ${file}.`);
    unlock = lockForOneServer(file);
    prepareFile(options, notify);
    const pictures = openPictureStore(join(dirname(file), 'pictures'));
    return { database: openForReading(options), pictures, unlock };
  } catch (error) {
    unlock();
    throw explainOpenError(error, file);
  }
}

interface Move {
  database: DatabaseSync;
  pictures: PictureStore;
  client: Client;
  report: (line: string) => void;
}

async function moveAll({ database, pictures, client, report }: Move): Promise<Moved> {
  await client.query('begin');
  await requireEmpty(client);
  // What a new database has from the beginning.
  await client.query(`truncate ${quote([...TABLES.map(({ name }) => name), 'pictures'])}`);
  const moved: Array<{ table: Table; columns: Column[]; count: number; digest: string }> = [];
  for (const table of TABLES) {
    report(`Moving ${table.what} …`);
    const columns = await listColumns(client, table);
    moved.push({ table, columns, ...(await moveTable(database, client, table, columns)) });
  }
  report('Moving pictures …');
  const { hashes, lostPictures } = await movePictures(database, pictures, client);

  report('Comparing everything …');
  await client.query('analyze');
  for (const { table, columns, digest } of moved) {
    if ((await digestTable(client, table, columns)) !== digest) throw mismatch(table.what);
  }
  await comparePictures(client, hashes);
  await continueNumbers(client);
  await client.query('commit');
  const counts = moved.map(({ table: { what }, count }) => ({ what, count }));
  return { counts: [...counts, { what: 'pictures', count: hashes.size }], lostPictures };
}

async function requireEmpty(client: Client): Promise<void> {
  const people = await count(client, 'users');
  if (people === 0 && (await count(client, '(select from pictures limit 1) as first')) === 0)
    return;
  throw refusal(
    `The database holds data already (${people} people), so nothing was moved: name an empty one.`,
  );
}

async function count(client: Client, from: string): Promise<number> {
  const { rows } = await client.query<Row>(`select count(*) from ${from}`);
  return readInteger(rows[0] ?? {}, 'count');
}

async function listColumns(client: Client, { name }: Table): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = $1
    order by ordinal_position`,
    [name],
  );
  return rows;
}

async function moveTable(
  database: DatabaseSync,
  client: Client,
  table: Table,
  columns: readonly Column[],
): Promise<{ count: number; digest: string }> {
  const types = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const insert = `insert into ${table.name} (${quoteColumns(columns)}) select * from unnest(${types})`;
  const digest = createDigest();
  let count = 0;
  for (const rows of readBatches(database, table, columns)) {
    await client.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index])),
    );
    digest.add(rows);
    count += rows.length;
  }
  return { count, digest: digest.read() };
}

/** Each row in the order of the columns. Throws if they are not those of the table. */
function* readBatches(
  database: DatabaseSync,
  { name, order }: Table,
  columns: readonly Column[],
): Generator<Value[][]> {
  const there = database.prepare('select name from pragma_table_info(?)').all(name);
  const missing = there.filter((own) => !columns.some((column) => column.name === own.name));
  if (missing.length > 0) throw new TypeError(`PostgreSQL lacks columns of ${name}.`);
  const statement = database.prepare(
    `select ${quoteColumns(columns)} from ${name} order by ${quote(order)}`,
  );
  statement.setReturnArrays(true);
  let batch: Value[][] = [];
  for (const row of statement.iterate()) {
    if (!Array.isArray(row)) throw new TypeError(`A row of ${name} is not an array.`);
    batch.push(columns.map((column, index) => toValue(row[index], column)));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function toValue(value: unknown, { name, type }: Column): Value {
  if (value === null) return null;
  if (type === 'text' && typeof value === 'string') return value;
  if (type !== 'text' && typeof value === 'number') return value;
  throw new TypeError(`${name} is not ${type}.`);
}

async function digestTable(
  client: Client,
  { name, order }: Table,
  columns: readonly Column[],
): Promise<string> {
  const digest = createDigest();
  await client.query(
    `declare moved no scroll cursor for select ${quoteColumns(columns)} from ${name} order by ${quote(order)}`,
  );
  for (;;) {
    const fetch = { text: `fetch ${BATCH} from moved`, rowMode: 'array' } as const;
    const { rows } = await client.query<Value[]>(fetch);
    if (rows.length === 0) break;
    digest.add(rows);
  }
  await client.query('close moved');
  return digest.read();
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

/** Those that a person or a message names. Resolves to the hash of each that was there. */
async function movePictures(database: DatabaseSync, pictures: PictureStore, client: Client) {
  const named = database
    .prepare(
      `select picture_id as id from users where picture_id is not null
       union select small_id from users where small_id is not null
       union select picture_id from messages where picture_id is not null`,
    )
    .all();
  const hashes = new Map<string, string>();
  for (const row of named) {
    const id = readText(row, 'id');
    const picture = await readPicture(pictures, id);
    if (!picture) continue;
    hashes.set(id, hash('sha256', picture.bytes));
    await client.query('insert into pictures (id, type, bytes) values ($1, $2, $3)', [
      id,
      picture.type,
      picture.bytes,
    ]);
  }
  return { hashes, lostPictures: named.length - hashes.size };
}

async function readPicture(pictures: PictureStore, id: string) {
  try {
    const found = await pictures.find(id);
    return found && { type: found.type, bytes: await buffer(await found.read()) };
  } catch (error) {
    // The picture store's own message is for users of the chat.
    const cause = error instanceof DomainError ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : cause;
    throw new DomainError(
      'storageUnavailable',
      `The picture ${id} of the folder cannot be read (${reason}).`,
      { cause },
    );
  }
}

async function comparePictures(client: Client, hashes: ReadonlyMap<string, string>): Promise<void> {
  const ids = [...hashes.keys()];
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    const { rows } = await client.query<Row>(
      "select id, encode(sha256(bytes), 'hex') as hash from pictures where id = any ($1)",
      [some],
    );
    const moved = new Map(rows.map((row) => [readText(row, 'id'), readText(row, 'hash')]));
    const other = some.find((id) => moved.get(id) !== hashes.get(id));
    if (other !== undefined) throw mismatch(`picture ${other}`);
  }
  if ((await count(client, 'pictures')) !== hashes.size) throw mismatch('pictures');
}

/** New numbers continue after the moved ones. */
async function continueNumbers(client: Client): Promise<void> {
  await client.query(`
    select setval('message_numbers', greatest(
        (select number from store), (select max(seq) from messages),
        (select max(greatest(low_number, high_number)) from conversations), 1)),
      setval(pg_get_serial_sequence('users', 'id'), (select greatest(max(id), 1) from users)),
      setval(pg_get_serial_sequence('conversations', 'id'),
        (select greatest(max(id), 1) from conversations))`);
}

function mismatch(what: string): DomainError {
  return new DomainError(
    'storageUnavailable',
    `What arrived is not what was there (${what}), so nothing was moved.`,
  );
}
