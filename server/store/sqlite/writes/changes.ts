import type { DatabaseSync } from 'node:sqlite';
import { changeMessage } from '../../change-message.ts';
import { REMEMBER } from '../../keyed.ts';
import { LOCK_CONVERSATION, NEXT_NUMBER, READ_SIDE } from '../../steps.ts';
import type { CommitOrder } from '../commit-order.ts';
import type { Handlers } from '../operations.ts';
import { prepareReadSideRow } from '../reads/changes.ts';
import { prepareSteps } from '../steps.ts';
import type { IdempotencyKeys } from './idempotency.ts';

export function prepareChangeWrites(
  database: DatabaseSync,
  order: CommitOrder,
  keys: Pick<IdempotencyKeys, 'prune'>,
): Handlers<'changeMessage'> {
  const readSideRow = prepareReadSideRow(database);
  const run = prepareSteps(database, ({ statement, values }) => {
    switch (statement) {
      case NEXT_NUMBER:
        return [{ number: order.nextNumber() }];
      case LOCK_CONVERSATION:
        return [];
      case READ_SIDE:
        return [readSideRow(values)];
      case REMEMBER:
        keys.prune();
        return undefined;
      default:
        return undefined;
    }
  });

  return {
    changeMessage: ({ at, ...asked }) => run(changeMessage(asked, at)),
  };
}
