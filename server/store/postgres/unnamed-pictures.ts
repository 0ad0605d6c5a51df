/**
 * Deletes pictures that no row names, like `store/unnamed-pictures.ts` for files: noted first, deleted a week later.
 * Any number of nodes may do so at once. It uses the operating time, so that a wrong clock does not delete a picture
 * during its upload.
 */
import type { SweepPictures } from '../../domain/ports/pictures.ts';
import type { OperatingTime } from '../operating-time.ts';
import type { Database } from './database.ts';

const IS_NAMED = `(
  exists (select from messages where messages.picture_id = pictures.id)
  or exists (select from users where users.picture_id = pictures.id)
)`;

const DROP = {
  name: 'drop unnamed pictures',
  text: `
    delete from pictures
    where id >= $1 and id < $2 and unnamed_since < to_timestamp($3 / 1000.0) - interval '7 days' and not ${IS_NAMED}`,
};

const NOTE = {
  name: 'note unnamed pictures',
  text: `
    update pictures set unnamed_since = case when unnamed_since is null then to_timestamp($3 / 1000.0) end
    where id >= $1 and id < $2 and ${IS_NAMED} = (unnamed_since is not null)`,
};

export function createPictureSweep(
  { query }: Pick<Database, 'query'>,
  operatingTime: OperatingTime,
): SweepPictures {
  return async (prefix) => {
    // Sorts after every id with this prefix.
    const values = [prefix, `${prefix}g`, operatingTime()];
    await query(DROP, values);
    await query(NOTE, values);
  };
}
