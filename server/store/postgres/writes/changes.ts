import type { ChangeStore } from '../../../domain/ports/changes.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import { changeMessage } from '../../change-message.ts';
import { READ_SIDE } from '../../steps.ts';
import type { Database, Query } from '../database.ts';
import type { createOneAtATime } from '../one-at-a-time.ts';
import { SIDE } from '../reads/changes.ts';
import { runSteps } from '../steps.ts';

export function createChangeWrites(
  { transact }: Pick<Database, 'transact'>,
  inTurn: ReturnType<typeof createOneAtATime>,
  clock: Clock,
): Pick<ChangeStore, 'changeMessage'> {
  return {
    changeMessage: (asked) =>
      inTurn(asked.personId, () =>
        transact((query) => runSteps(withSides(query), changeMessage(asked, clock()))),
      ),
  };
}

const withSides =
  (query: Query): Query =>
  (statement, values) =>
    query(statement === READ_SIDE ? SIDE : statement, values);
