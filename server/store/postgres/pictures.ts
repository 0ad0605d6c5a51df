/** Pictures as rows: every node has them, and one database backup contains everything. */
import { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import type { PictureStore, SweepPictures } from '../../domain/ports/pictures.ts';
import type { Clock } from '../../domain/ports/store.ts';
import { createPictureId, isPictureId } from '../pictures.ts';
import { readInteger, readText } from '../rows.ts';
import { type Database, prepare } from './database.ts';

const SAVE = prepare('insert into pictures (id, type, bytes) values ($1, $2, $3)');

const SIZE_ON_DISK = prepare("select pg_total_relation_size('pictures') as size");

const SUM = prepare(`
  select coalesce(sum(octet_length(bytes)), 0)::bigint as size from pictures`);

const FULL =
  'The server has no more room for pictures, so this one was not saved. It can be sent when whoever runs the server has made room; texts still go out.';

/** The part of a picture in memory at a time. With its base64 it fits what an answer reserves of the memory budget. */
const PART_BYTES = 64 * 1024;

const FIND = prepare('select type, octet_length(bytes) as size from pictures where id = $1');

// pg receives every value as text. Base64 is a third shorter than PostgreSQL's own hex, and takes a third less time.
// For uncompressed values PostgreSQL reads only the requested part.
const READ = prepare(`
  select encode(substring(bytes from $2 for $3), 'base64') as base64 from pictures where id = $1`);

const SHARE = prepare(`
  insert into pictures (id, type, bytes) select $2, type, bytes from pictures where id = $1 returning id`);

const DISCARD = prepare('delete from pictures where id = $1');

/** How long the total size is cached; adding up the sizes scans every row. */
const SUM_KEPT_MS = 60_000;

/** `most` is for all pictures together; 0 means no limit. */
export function createPictures({ query }: Pick<Database, 'query'>, most: number): PictureStore {
  let sum = { size: 0, until: Number.NEGATIVE_INFINITY };

  /** The table does not shrink when pictures are deleted, but reuses their room. */
  async function requireRoom(bytes: number): Promise<void> {
    if (most === 0) return;
    const [onDisk = {}] = await query(SIZE_ON_DISK, []);
    if (readInteger(onDisk, 'size') + bytes <= most) return;
    if (performance.now() > sum.until) {
      const [all = {}] = await query(SUM, []);
      sum = { size: readInteger(all, 'size'), until: performance.now() + SUM_KEPT_MS };
    }
    if (sum.size + bytes > most) throw new DomainError('noRoom', FULL);
    sum.size += bytes;
  }

  return {
    async save({ bytes, type, width, height }) {
      await requireRoom(bytes.length);
      const id = createPictureId();
      await query(SAVE, [id, type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
      return { id, width, height };
    },

    /** A copy: so each picture is deleted alone. */
    async share({ id, width, height }) {
      const [found] = await query(FIND, [id]);
      if (!found) return undefined;
      await requireRoom(readInteger(found, 'size'));
      const shared = createPictureId();
      const [row] = await query(SHARE, [id, shared]);
      return row && { id: shared, width, height };
    },

    async find(id) {
      if (!isPictureId(id)) return undefined;
      const [row] = await query(FIND, [id]);
      if (!row) return undefined;
      const type = readText(row, 'type');
      if (type !== 'image/png' && type !== 'image/jpeg')
        throw new TypeError(`${type} is no picture`);
      const size = readInteger(row, 'size');

      async function* readParts(): AsyncGenerator<Buffer> {
        for (let at = 0; at < size; at += PART_BYTES) {
          const [part] = await query(READ, [id, at + 1, PART_BYTES]);
          if (!part) throw new Error('A picture was deleted while it was read.');
          yield Buffer.from(readText(part, 'base64'), 'base64');
        }
      }
      return { type, size, read: async () => Readable.from(readParts()) };
    },

    checkRoom: () => requireRoom(0),

    async discard(id) {
      if (isPictureId(id)) await query(DISCARD, [id]);
    },
  };
}

/**
 * Deletes pictures that no row names, like `store/sweep-pictures.ts` for files: noted first, deleted a week later.
 * Any number of nodes may do so at once.
 */
const IS_NAMED = `(
  exists (select from messages where messages.picture_id = pictures.id)
  or exists (select from users where users.picture_id = pictures.id)
  or exists (select from users where users.small_id = pictures.id)
)`;

const DROP = prepare(`
  delete from pictures
  where id >= $1 and id < $2 and unnamed_since < to_timestamp($3 / 1000.0) - interval '7 days' and not ${IS_NAMED}`);

const NOTE = prepare(`
  update pictures set unnamed_since = case when not ${IS_NAMED} then to_timestamp($3 / 1000.0) end
  where id >= $1 and id < $2
    and (${IS_NAMED} = (unnamed_since is not null) or unnamed_since > to_timestamp($3 / 1000.0))`);

export function createPictureSweep(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): SweepPictures {
  return async (prefix) => {
    // Sorts after every id with this prefix.
    const values = [prefix, `${prefix}g`, clock()];
    await query(DROP, values);
    await query(NOTE, values);
  };
}
