/**
 * The PostgreSQL that receives everything. An unfinished move is recorded there, so that no server starts on a part of
 * the data. A failed move starts again: rows from the beginning; pictures already moved stay, since they never change.
 */
import type { Client } from 'pg';
import { DomainError } from '../domain/errors.ts';
import { type Row, readInteger, readText } from '../store/rows.ts';
import type { Value } from './source.ts';
import { type Column, quote, TABLES, type Table } from './tables.ts';

/** "Move" in ASCII: the key of the lock that prevents a second move. */
const LOCK = 0x4d6f7665;

/** Rows that a check reads at a time. */
const FETCH = 5_000;

export type Target = ReturnType<typeof createTarget>;

export function createTarget(client: Client) {
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
