/** Pictures as rows: every node has them, and one backup of the database holds everything. */
import { Readable } from 'node:stream';
import type { PictureStore } from '../../domain/ports.ts';
import { createPictureId, isPictureId } from '../picture-id.ts';
import { readText } from '../rows.ts';
import type { Database } from './database.ts';

const SAVE = {
  name: 'save picture',
  text: 'insert into pictures (id, type, bytes) values ($1, $2, $3)',
};

// pg takes every answer as text. As base64 bytes are two thirds as long as in PostgreSQL's own hex, and take
// two thirds of the work.
const READ = {
  name: 'read picture',
  text: "select type, encode(bytes, 'base64') as base64 from pictures where id = $1",
};

const DISCARD = { name: 'discard picture', text: 'delete from pictures where id = $1' };

export function createPictures({ query }: Pick<Database, 'query'>): PictureStore {
  return {
    async save({ bytes, type, width, height }) {
      const id = createPictureId();
      await query(SAVE, [id, type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
      return { id, width, height };
    },

    async find(id) {
      if (!isPictureId(id)) return undefined;
      const [row] = await query(READ, [id]);
      if (!row) return undefined;
      const type = readText(row, 'type');
      if (type !== 'image/png' && type !== 'image/jpeg')
        throw new TypeError(`${type} is no picture`);
      const bytes = Buffer.from(readText(row, 'base64'), 'base64');
      return {
        type,
        size: bytes.length,
        read: async ({ first, last } = { first: 0, last: bytes.length }) =>
          Readable.from([bytes.subarray(first, last + 1)]),
      };
    },

    async discard(id) {
      if (isPictureId(id)) await query(DISCARD, [id]);
    },
  };
}
