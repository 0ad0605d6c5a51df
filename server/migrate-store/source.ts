/** The source data folder: locked, so that no server writes to it meanwhile, and read in one state. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '../domain/errors.ts';
import type { KeptPicture } from '../domain/ports/pictures.ts';
import type { Note } from '../store/migrations.ts';
import { openPictureStore } from '../store/pictures.ts';
import { openForReading } from '../store/sqlite/connection.ts';
import { lockForOneServer } from '../store/sqlite/lock.ts';
import { explainOpenError, prepareFile } from '../store/sqlite/prepare-file.ts';
import { type Column, quote, type Table } from './tables.ts';

export type Value = string | number | null;

interface MovedPicture {
  type: KeptPicture['type'];
  read(): Promise<Uint8Array>;
}

/** Read errors become DomainErrors, so that nobody looks for the fault in PostgreSQL. */
export interface Source {
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
export function openSource(file: string, note: Note): Source {
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
