/** The data folder that is left: held, so that no server writes to it meanwhile, and read in one state. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../domain/errors.ts';
import type { PictureStore } from '../domain/ports.ts';
import { openPictureStore } from '../store/pictures.ts';
import { openForReading } from '../store/sqlite/connection.ts';
import { lockForOneServer } from '../store/sqlite/lock.ts';
import { explainOpenError, prepareFile } from '../store/sqlite/prepare-file.ts';
import type { ColumnType, Table } from './tables.ts';

export type Value = string | number | boolean | null;

export interface Source {
  file: string;
  pictures: PictureStore;
  /** In batches, each row in the order of the table's columns. */
  readBatches(table: Table, size: number): Generator<Value[][]>;
  /** Of the pictures that a person or a message names, sorted. */
  listPictureIds(): string[];
  close(): void;
}

/** How long to wait for another program's lock on the file, in ms. */
const BUSY_MS = 5_000;

/** Throws a DomainError that says in one sentence what is wrong with the file. */
export function openSource(file: string): Source {
  if (!existsSync(file)) throw new DomainError('invalid', `There is no database ${file}.`);
  const options = { file, busyTimeout: BUSY_MS };
  const unlock = lockForOneServer(file);
  try {
    // An older one is brought up to date, as a server would.
    prepareFile(options);
    const database = openForReading(options);
    return {
      file,
      pictures: openPictureStore(join(dirname(file), 'pictures')),
      readBatches: (table, size) => readBatches(database, table, size),
      listPictureIds: () => listPictureIds(database),
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

function* readBatches(database: DatabaseSync, table: Table, size: number): Generator<Value[][]> {
  const statement = database.prepare(`${table.selectFromSqlite} order by ${table.order}`);
  statement.setReturnArrays(true);
  let batch: Value[][] = [];
  for (const row of statement.iterate()) {
    if (!Array.isArray(row)) throw new TypeError(`A row of ${table.name} is not an array.`);
    batch.push(table.columns.map(([name, type], index) => toValue(row[index], type, name)));
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** SQLite has no booleans. */
function toValue(value: unknown, type: ColumnType, column: string): Value {
  if (value === null) return null;
  if (type === 'boolean') return value === 1;
  if (type === 'text' && typeof value === 'string') return value;
  if (type !== 'text' && typeof value === 'number') return value;
  throw new TypeError(`${column} is not ${type}.`);
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
