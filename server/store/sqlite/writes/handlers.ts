/** All operations of the writer, prepared on its connection. */
import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../../rows.ts';
import type { CommitOrder } from '../commit-order.ts';
import type { Handlers } from '../operations.ts';
import { prepareFindPerson } from '../people.ts';
import { prepareAccountWrites } from './accounts.ts';
import { prepareAttemptWrites } from './attempts.ts';
import { prepareBlockWrites } from './blocks.ts';
import { prepareChangeWrites } from './changes.ts';
import { prepareIdempotencyKeys } from './idempotency.ts';
import type { KnownPairs } from './known-pairs.ts';
import { prepareMessageWrites } from './messages.ts';
import { preparePictureDayWrites } from './picture-days.ts';
import { prepareReceiptWrites } from './receipts.ts';
import { prepareSessionWrites } from './sessions.ts';
import { prepareUserWrites } from './users.ts';

export function prepareHandlers(
  database: DatabaseSync,
  order: CommitOrder,
  pairs: KnownPairs,
): Handlers {
  const findPerson = prepareFindPerson(database);
  const keys = prepareIdempotencyKeys(database);
  const recordHealth = database.prepare(`
    insert into health (id, checked_at) values (1, ?)
    on conflict (id) do update set checked_at = excluded.checked_at`);

  const keepTime = database.prepare('update operating_time set ms = max(ms, ?) returning ms');

  return {
    ...prepareUserWrites(database, findPerson),
    ...prepareSessionWrites(database, findPerson),
    ...prepareMessageWrites(database, order, pairs, keys),
    ...prepareChangeWrites(database, order, keys),
    ...prepareReceiptWrites(database),
    ...prepareAccountWrites(database, findPerson, pairs),
    ...prepareBlockWrites(database, findPerson, pairs),
    ...prepareAttemptWrites(database),
    ...preparePictureDayWrites(database),
    checkHealth: ({ at }) => {
      recordHealth.run(at);
    },
    keepOperatingTime: ({ ms }) => readInteger(keepTime.get(ms) ?? {}, 'ms'),
  };
}
