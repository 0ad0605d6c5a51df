/**
 * Moves everything from a data folder to PostgreSQL: the rows of all tables, and the pictures. Public ids stay the same, so that addresses, drafts and unsent messages still fit. The data
 * folder keeps everything; its schema is migrated first.
 *
 * The move may fail at any moment and be started again. At its end each row and each picture is compared with its
 * source; only then is the move complete.
 */
import { createHash, hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'pg';
import { DomainError } from '../domain/errors.ts';
import type { KeptPicture } from '../domain/ports/pictures.ts';
import type { Note } from '../store/migrations.ts';
import { openPictureStore } from '../store/pictures.ts';
import { prepareDatabase } from '../store/postgres/prepare-database.ts';
import { type Row, readInteger, readText } from '../store/rows.ts';
import { lockForOneServer, openForReading } from '../store/sqlite/connection.ts';
import { explainOpenError, prepareFile } from '../store/sqlite/prepare-file.ts';

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

/** A column, and its type in PostgreSQL. */
interface Column {
  name: string;
  type: 'bigint' | 'integer' | 'text';
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

/** `user` is a word of PostgreSQL's own. */
const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The source data folder: locked, so that no server writes to it meanwhile, and read in one state. */
type Value = string | number | null;

interface MovedPicture {
  type: KeptPicture['type'];
  read(): Promise<Uint8Array>;
}

/** Read errors become DomainErrors, so that nobody looks for the fault in PostgreSQL. */
interface Source {
  file: string;
  /** Undefined if it is not in the folder. */
  findPicture(id: string): Promise<MovedPicture | undefined>;
  /** In batches, each row in the order of the columns. Throws if they are not those of the table. */
  readBatches(table: Table, columns: readonly Column[], size: number): Generator<Value[][]>;
  /** Of the pictures that a person or a message names, sorted. */
  listPictureIds(): string[];
  close(): void;
}

/** How long to wait for another program's lock, in ms. */
const BUSY_MS = 5_000;

/** Throws a DomainError that describes the problem with the file in one sentence. */
function openSource(file: string, note: Note): Source {
  const options = { file, busyTimeout: BUSY_MS };
  let unlock = () => {};
  try {
    // A path that this user may not read cannot be called missing.
    if (!statSync(file, { throwIfNoEntry: false })) {
      throw new DomainError('invalid', `There is no database ${file}.`);
    }
    unlock = lockForOneServer(file);
    // An older schema is migrated, as a server would do.
    prepareFile(options, note);
    const database = openForReading(options);
    const pictures = openPictureStore(join(dirname(file), 'pictures'));
    return {
      file,
      async findPicture(id) {
        const found = await readingPicture(id, () => pictures.find(id));
        if (!found) return undefined;
        const read = async () => buffer(await found.read());
        return { type: found.type, read: () => readingPicture(id, read) };
      },
      *readBatches(table, columns, size) {
        try {
          yield* readBatches(database, table, columns, size);
        } catch (error) {
          throw explainOpenError(error, file);
        }
      },
      listPictureIds() {
        try {
          return listPictureIds(database);
        } catch (error) {
          throw explainOpenError(error, file);
        }
      },
      close() {
        database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw explainOpenError(error, file);
  }
}

async function readingPicture<Result>(id: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
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

function* readBatches(
  database: DatabaseSync,
  { name, order }: Table,
  columns: readonly Column[],
  size: number,
): Generator<Value[][]> {
  const there = database.prepare('select name from pragma_table_info(?)').all(name);
  const missing = there.filter((own) => !columns.some((column) => column.name === own.name));
  if (missing.length > 0) throw new TypeError(`PostgreSQL lacks columns of ${name}.`);
  const names = quote(columns.map((column) => column.name));
  const statement = database.prepare(`select ${names} from ${name} order by ${quote(order)}`);
  statement.setReturnArrays(true);
  let batch: Value[][] = [];
  for (const row of statement.iterate()) {
    if (!Array.isArray(row)) throw new TypeError(`A row of ${name} is not an array.`);
    batch.push(columns.map((column, index) => toValue(row[index], column)));
    if (batch.length < size) continue;
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

function listPictureIds(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select picture_id as id from users where picture_id is not null
       union select picture_id from messages where picture_id is not null
       order by id`,
    )
    .all();
  return rows.map(({ id }) => String(id));
}

/**
 * The PostgreSQL that receives everything. An unfinished move is recorded there, so that no server starts on a part of
 * the data. A failed move starts again: rows from the beginning; pictures already moved stay, since they never change.
 *
 * "Move" in ASCII: the key of the lock that prevents a second move.
 */
const LOCK = 0x4d6f7665;

/** Rows that a check reads at a time. */
const FETCH = 5_000;

type Target = ReturnType<typeof createTarget>;

function createTarget(client: Client) {
  async function count(query: string, values: unknown[] = []): Promise<number> {
    const { rows } = await client.query<Row>(query, values);
    return readInteger(rows[0] ?? {}, 'count');
  }

  return {
    /** Throws a DomainError if the database is not free for this move. */
    async begin(source: string): Promise<void> {
      const { rows } = await client.query<Row>('select pg_try_advisory_lock($1) as is_held', [
        LOCK,
      ]);
      if (rows[0]?.is_held !== true) throw refusal('Another move into this database is under way.');
      if (!(await count('select count(*) from moves where finished_at is null'))) {
        const people = await count('select count(*) from users');
        const others =
          people || (await count('select count(*) from (select from pictures limit 1) as first'));
        if (others) {
          throw refusal(
            `The database holds data already (${people} people), so nothing was moved: name an empty one.`,
          );
        }
        await client.query('insert into moves (source) values ($1)', [source]);
      }
      // Also what a new database has from the beginning.
      await client.query(`truncate ${quote(TABLES.map(({ name }) => name))}`);
      // Batches need not wait for the disk: the end of the move does, and so covers them.
      await client.query('set synchronous_commit = off');
    },

    async listColumns({ name }: Table): Promise<Column[]> {
      const { rows } = await client.query<Column>(
        `select column_name as name, data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = $1
        order by ordinal_position`,
        [name],
      );
      return rows;
    },

    async insert({ name }: Table, columns: readonly Column[], rows: Value[][]): Promise<void> {
      const names = quote(columns.map((column) => column.name));
      const parameters = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
      await client.query(
        `insert into ${name} (${names}) select * from unnest(${parameters})`,
        columns.map((_, index) => rows.map((row) => row[index])),
      );
    },

    /** The ids that are not there yet. */
    async listMissingPictures(ids: string[]): Promise<string[]> {
      const { rows } = await client.query<Row>('select id from pictures where id = any ($1)', [
        ids,
      ]);
      const there = new Set(rows.map((row) => readText(row, 'id')));
      return ids.filter((id) => !there.has(id));
    },

    async insertPicture(id: string, type: string, bytes: Uint8Array): Promise<void> {
      const values = [id, type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
      await client.query('insert into pictures (id, type, bytes) values ($1, $2, $3)', values);
    },

    /** Like `Source.readBatches`. */
    async *readBatches(
      { name, order }: Table,
      columns: readonly Column[],
    ): AsyncGenerator<Value[][]> {
      const names = quote(columns.map((column) => column.name));
      await client.query(
        `declare moved no scroll cursor for select ${names} from ${name} order by ${quote(order)}`,
      );
      for (;;) {
        const { rows } = await client.query<Value[]>({
          text: `fetch ${FETCH} from moved`,
          rowMode: 'array',
        });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close moved');
    },

    /** Id and SHA-256 of the bytes, by id. */
    async listPictureHashes(ids: string[]): Promise<Map<string, string>> {
      const { rows } = await client.query<Row>(
        `select id, encode(sha256(bytes), 'hex') as hash from pictures where id = any ($1)`,
        [ids],
      );
      return new Map(rows.map((row) => [readText(row, 'id'), readText(row, 'hash')]));
    },

    /** From an earlier try; not named by the data folder any more. */
    async dropUnnamedPictures(): Promise<void> {
      await client.query(`
        delete from pictures where id not in (
          select picture_id from users where picture_id is not null
          union all select picture_id from messages where picture_id is not null
        )`);
    },

    countPictures: () => count('select count(*) from pictures'),

    /** Checks everything in one consistent state, and completes the move if `check` resolves. */
    async finish(check: () => Promise<void>): Promise<void> {
      await client.query('analyze');
      await client.query('set synchronous_commit = on');
      await client.query('begin isolation level repeatable read');
      await check();
      // New numbers continue after the moved ones.
      await client.query(`
        select setval('message_numbers', greatest(
            (select number from store), (select max(seq) from messages),
            (select max(greatest(low_number, high_number)) from conversations), 1)),
          setval(pg_get_serial_sequence('users', 'id'), (select greatest(max(id), 1) from users)),
          setval(pg_get_serial_sequence('conversations', 'id'),
            (select greatest(max(id), 1) from conversations))`);
      await client.query('update moves set finished_at = now() where finished_at is null');
      await client.query('commit');
    },
  };
}

function refusal(message: string): DomainError {
  return new DomainError('invalid', message);
}
