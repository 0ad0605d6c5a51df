/**
 * Pictures that no row names, as `store/unnamed-pictures.ts` has it for files: noted first, and dropped a week
 * later. Any number of nodes may do so at once. The time is the database's own, so that a node whose clock is
 * wrong takes nothing from another's uploads.
 */
import type { SweepPictures } from '../../domain/ports/pictures.ts';
import type { Database } from './database.ts';

const IS_NAMED = `(
  exists (select from messages where messages.picture_id = pictures.id)
  or exists (select from users where users.picture_id = pictures.id)
)`;

const DROP = {
  name: 'drop unnamed pictures',
  text: `
    delete from pictures
    where id >= $1 and id < $2 and unnamed_since < now() - interval '7 days' and not ${IS_NAMED}`,
};

const NOTE = {
  name: 'note unnamed pictures',
  text: `
    update pictures set unnamed_since = case when unnamed_since is null then now() end
    where id >= $1 and id < $2 and ${IS_NAMED} = (unnamed_since is not null)`,
};

export function createPictureSweep({ query }: Pick<Database, 'query'>): SweepPictures {
  return async (prefix) => {
    // Behind the last hex digit, so behind every id that begins so.
    const ids = [prefix, `${prefix}g`];
    await query(DROP, ids);
    await query(NOTE, ids);
  };
}
