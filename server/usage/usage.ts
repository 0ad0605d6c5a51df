import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from '../domain/errors.ts';
import { connect } from '../store/postgres/database.ts';
import { type Row, readInteger, readIntegerOrNull, readText } from '../store/rows.ts';
import { openForReading } from '../store/sqlite/connection.ts';
import { explainOpenError } from '../store/sqlite/prepare-file.ts';

/** Used space, and how it is shown. */
export interface Usage {
  kinds: Kind[];
  people: PersonUsage[];
}

interface Kind {
  what: string;
  bytes: number;
  /** What it contains, and how to reduce it. */
  remark: string;
}

interface PersonUsage {
  name: string;
  email: string;
  messages: number;
  textBytes: number;
  /** Sent pictures and the profile picture. */
  pictures: number;
  pictureBytes: number;
}

/** A table for the terminal: all kinds, and the people who use most. */
export function* describeUsage({ kinds, people }: Usage, most: number): Generator<string> {
  for (const { what, bytes, remark } of kinds) {
    yield `${what.padEnd(44)}${formatBytes(bytes)}   ${remark}`.trimEnd();
  }
  const sorted = people.toSorted((a, b) => sum(b) - sum(a));
  yield '';
  yield `${'Person'.padEnd(44)}${'in all'.padStart(10)}${'pictures'.padStart(20)}${'messages'.padStart(12)}`;
  for (const person of sorted.slice(0, most)) {
    const pictures = `${person.pictures} of${formatBytes(person.pictureBytes)}`;
    yield `${nameOf(person).padEnd(44)}${formatBytes(sum(person))}${pictures.padStart(20)}${String(person.messages).padStart(12)}`;
  }
  if (sorted.length > most) yield `and ${sorted.length - most} more people`;
}

export const sum = ({ textBytes, pictureBytes }: PersonUsage) => textBytes + pictureBytes;

/** Two people may have the same name. People choose their names: control characters must not reach the terminal. */
export function nameOf({ name, email }: Pick<PersonUsage, 'name' | 'email'>): string {
  return (email === '' ? name : `${name} <${email}>`).replaceAll(/\p{C}/gu, '?');
}

const toPerson = (row: Row): Omit<PersonUsage, 'pictures' | 'pictureBytes'> => ({
  name: readText(row, 'full_name'),
  email: readText(row, 'email'),
  messages: readInteger(row, 'messages'),
  textBytes: readIntegerOrNull(row, 'text_bytes') ?? 0,
});

export function formatBytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`.padStart(10);
}

const BUSY_MS = 5_000;

/** The space used by a data folder, while its server may run. Throws a DomainError that says in one sentence why it cannot be read. */
export function measureFolder(folder: string): Usage {
  const file = join(folder, 'duet.db');
  if (!existsSync(file)) throw refusal(`There is no database in ${folder}.`);
  const files = listPictures(join(folder, 'pictures'));
  try {
    const { freeBytes, people, pictures } = readDatabase(file);
    let named = 0;
    for (const { person, id } of pictures) {
      const bytes = files.get(id);
      if (bytes === undefined) continue;
      named += bytes;
      const usage = people.get(person);
      if (!usage) continue;
      usage.pictures += 1;
      usage.pictureBytes += bytes;
    }
    const all = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
    return {
      kinds: [
        { what: 'duet.db', bytes: sizeOf(file), remark: 'people, sessions and messages' },
        {
          what: '  of it unused',
          bytes: freeBytes,
          remark: 'filled again first; a restored backup is without it',
        },
        {
          what: 'duet.db-wal',
          bytes: sizeOf(`${file}-wal`),
          remark: 'its log, gone after a clean stop',
        },
        { what: 'pictures', bytes: named, remark: `${pictures.length} that people see` },
        {
          what: 'pictures that nothing names',
          bytes: all - named,
          remark: 'deleted about a week after that was noticed',
        },
        ...listKept(folder),
        { what: 'free on the disk', bytes: readFree(folder), remark: '' },
      ],
      people: [...people.values()],
    };
  } catch (error) {
    throw explainOpenError(error, file);
  }
}

function readDatabase(file: string) {
  using database = openForReading({ file, busyTimeout: BUSY_MS });
  const free = database
    .prepare(
      'select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size',
    )
    .get();
  const people = new Map<number, PersonUsage>();
  const rows: Row[] = database
    .prepare(
      `select users.id, users.full_name, users.email, count(messages.seq) as messages,
           sum(octet_length(messages.text)) as text_bytes
         from users left join messages on messages.sender = users.id
         group by users.id`,
    )
    .all();
  for (const row of rows) {
    people.set(readInteger(row, 'id'), { ...toPerson(row), pictures: 0, pictureBytes: 0 });
  }
  const pictures = database
    .prepare(
      `select sender as person, picture_id from messages where picture_id is not null
         union all select id, picture_id from users where picture_id is not null
         union all select id, small_id from users where small_id is not null`,
    )
    .all()
    .map((row) => ({ person: readInteger(row, 'person'), id: readText(row, 'picture_id') }));
  return { freeBytes: readInteger(free ?? {}, 'bytes'), people, pictures };
}

/** Bytes of each file, by picture id. */
function listPictures(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  if (!existsSync(folder)) return sizes;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const [, id] = /^([0-9a-f]{32})\.(?:png|jpg)$/.exec(entry.name) ?? [];
    if (id !== undefined) sizes.set(id, sizeOf(join(entry.parentPath, entry.name)));
  }
  return sizes;
}

/** Left over from upgrades and restores; the operator may delete it. */
function listKept(folder: string): Kind[] {
  const names = readdirSync(folder).filter((name) => /^(before-restore-|duet-schema-)/.test(name));
  return names.map((what) => {
    const path = join(folder, what);
    const parts = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
    const bytes = parts.reduce((sum, part) => sum + sizeOf(join(path, String(part))), sizeOf(path));
    return { what, bytes, remark: 'may be deleted when all is well' };
  });
}

/** 0 for a missing file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Includes each table's indexes and out-of-row storage. */
const SIZES = `
  select pg_database_size(current_database()) as whole,
    pg_total_relation_size('messages') as messages,
    pg_total_relation_size('pictures') as pictures,
    (select count(*) from pictures) as picture_count,
    (select coalesce(sum(octet_length(bytes)), 0)::bigint from pictures where unnamed_since is not null) as unnamed`;

const PEOPLE = `
  with used (person, messages, text_bytes, picture_id) as (
    select sender, 1, octet_length(text), picture_id from messages
    union all
    select id, 0, 0, picture_id from users
    union all
    select id, 0, 0, small_id from users
  )
  select users.full_name, users.email, sum(used.messages)::bigint as messages,
    sum(used.text_bytes)::bigint as text_bytes, count(pictures.id) as pictures,
    sum(octet_length(pictures.bytes))::bigint as picture_bytes
  from used join users on users.id = used.person
    left join pictures on pictures.id = used.picture_id
  group by users.id`;

/** The space used by a PostgreSQL database, while its nodes may run. */
export async function measureDatabase(url: string): Promise<Usage> {
  const client = await connect(url);
  try {
    const { rows: sizes } = await client.query<Row>(SIZES);
    const size = sizes[0] ?? {};
    const { rows: people } = await client.query<Row>(PEOPLE);
    return {
      kinds: [
        { what: 'the database', bytes: readInteger(size, 'whole'), remark: '' },
        { what: '  messages', bytes: readInteger(size, 'messages'), remark: '' },
        {
          what: '  pictures',
          bytes: readInteger(size, 'pictures'),
          remark: `${readInteger(size, 'picture_count')}; MAX_PICTURE_BYTES_TOTAL bounds them`,
        },
        {
          what: '  pictures that nothing names',
          bytes: readInteger(size, 'unnamed'),
          remark: 'deleted about a week after that was noticed, and their room is used again',
        },
      ],
      people: people.map((row) => ({
        ...toPerson(row),
        pictures: readInteger(row, 'pictures'),
        pictureBytes: readIntegerOrNull(row, 'picture_bytes') ?? 0,
      })),
    };
  } finally {
    await client.end();
  }
}
