/** What a person has marked, in both databases. */
import type { Mark } from '../../src/protocol/actions.ts';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { SavedMessage } from '../domain/ports/marks.ts';
import { formatId } from './ids.ts';
import { toParameters } from './parameters.ts';
import {
  messageColumns,
  messageJoins,
  type Row,
  readInteger,
  readText,
  readUserId,
  toMessageBetween,
} from './rows.ts';
import { ask, askOne, type Statement, type Steps } from './steps.ts';

/** Columns that `toMark` reads, of `marks as k`. */
export const MARK_COLUMNS = `k.n as mark_number, k.deleted as mark_deleted, k.saved_at as mark_saved_at,
  k.cleared as mark_cleared`;

export function toMark(row: Row, message: { userId: UserId; messageId: MessageId }): Mark {
  return {
    number: readInteger(row, 'mark_number'),
    ...message,
    ...(row.mark_deleted === 1 && { deleted: true }),
    ...(row.mark_saved_at !== null && { saved: true }),
    ...(row.mark_cleared === 1 && { clearedUpTo: true }),
  };
}

const NUMBER: Statement = {
  name: 'read number of marks',
  text: `
    select store.epoch, coalesce(
      (select marks from users where id = $1 and created_at / 1000 = $2), 0
    ) as number
    from store`,
};

const LIST: Statement = {
  name: 'list marks',
  text: `
    select ${MARK_COLUMNS}, k.seq, k.created_at as message_created_at, peer.id, peer.created_at
    from marks k
    join users person on person.id = k.person and person.created_at / 1000 = $2
    join conversations c on c.id = k.conversation
    join users peer on peer.id = c.low + c.high - k.person
    where k.person = $1 and k.n > $3
    order by k.n limit $4`,
};

const SAVED: Statement = {
  name: 'list saved messages',
  text: `
    select ${messageColumns('$1')}, k.n as mark_number, k.saved_at, peer.id, peer.created_at
    from marks k
    join users person on person.id = k.person and person.created_at / 1000 = $2
    join messages m on m.seq = k.seq
    ${messageJoins('$1')}
    join users peer on peer.id = c.low + c.high - k.person
    where k.person = $1 and k.saved_at is not null and k.n < $3 and m.deleted_at is null
    order by k.n desc limit $4`,
};

export function* readMarksNumber(personId: UserId): Steps<{ epoch: string; number: number }> {
  const row = (yield* askOne(NUMBER, ...toParameters(personId))) ?? {};
  return { epoch: readText(row, 'epoch'), number: readInteger(row, 'number') };
}

export function* listMarks(
  personId: UserId,
  { after, limit }: { after: number; limit: number },
): Steps<Mark[]> {
  const rows = yield* ask(LIST, ...toParameters(personId), after, limit);
  return rows.map((row) =>
    toMark(row, {
      userId: readUserId(row),
      messageId: formatId(readInteger(row, 'seq'), readInteger(row, 'message_created_at')),
    }),
  );
}

export function* listSaved(
  personId: UserId,
  { before, limit }: { before: number; limit: number },
): Steps<SavedMessage[]> {
  const rows = yield* ask(SAVED, ...toParameters(personId), before, limit);
  return rows.map((row) => {
    const userId = readUserId(row);
    return {
      userId,
      message: toMessageBetween(row, personId, userId),
      savedAt: readInteger(row, 'saved_at'),
      number: readInteger(row, 'mark_number'),
    };
  });
}
