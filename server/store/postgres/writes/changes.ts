import type { ChangeStore } from '../../../domain/ports/changes.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { MarkStore } from '../../../domain/ports/marks.ts';
import { changeMessage } from '../../change-message.ts';
import { markMessage } from '../../mark-message.ts';
import { PURGE_SLICE, purgeTombstones } from '../../purge-tombstones.ts';
import { READ_SIDE } from '../../steps.ts';
import type { Database, Query } from '../database.ts';
import { SIDE } from '../reads/changes.ts';
import { runSteps } from '../steps.ts';

export function createChangeWrites(
  { transact }: Pick<Database, 'transact'>,
  clock: Clock,
): Pick<ChangeStore, 'changeMessage' | 'purgeTombstones'> & Pick<MarkStore, 'markMessage'> {
  return {
    changeMessage: (asked) =>
      transact((query) => runSteps(withSides(query), changeMessage(asked, clock()))),
    markMessage: (asked) =>
      transact((query) => runSteps(withSides(query), markMessage(asked, clock()))),
    async purgeTombstones(before) {
      const count = await transact((query) => runSteps(query, purgeTombstones(before)));
      return { hasMore: count === PURGE_SLICE };
    },
  };
}

const withSides =
  (query: Query): Query =>
  (statement, values) =>
    query(statement === READ_SIDE ? SIDE : statement, values);
