/** Every operation of the writer, prepared on its connection. */
import type { DatabaseSync } from 'node:sqlite';
import type { CommitOrder } from '../commit-order.ts';
import type { Handlers } from '../operations.ts';
import { prepareFindPerson } from '../people.ts';
import { prepareMessageWrites } from './messages.ts';
import { prepareReceiptWrites } from './receipts.ts';
import { prepareSessionWrites } from './sessions.ts';
import { prepareUserWrites } from './users.ts';

export function prepareHandlers(database: DatabaseSync, order: CommitOrder): Handlers {
  const findPerson = prepareFindPerson(database);
  const recordHealth = database.prepare(`
    insert into health (id, checked_at) values (1, ?)
    on conflict (id) do update set checked_at = excluded.checked_at`);

  return {
    ...prepareUserWrites(database, order, findPerson),
    ...prepareSessionWrites(database, findPerson),
    ...prepareMessageWrites(database, order, findPerson),
    ...prepareReceiptWrites(database, findPerson),
    checkHealth: ({ at }) => {
      recordHealth.run(at);
    },
  };
}
