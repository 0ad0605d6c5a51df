import type { UnannouncedStore } from '../../domain/ports/store.ts';
import { formatId } from '../ids.ts';
import { type Row, readBoolean, readInteger } from '../rows.ts';
import type { Database } from './database.ts';

/** Covers several looks of a node. */
const HOLDS = "interval '10 seconds'";

// A time too far ahead was noted before the clock of the database was set back.
const NOTE = {
  name: 'note cut-off',
  text: `
    with noted as (update apart set until = now() + ${HOLDS} where $1)
    select $1 or (until > now() and until <= now() + ${HOLDS}) as is_cut_off,
      greatest(
        (select max(seq) from messages),
        (select max(change) from messages where change <> seq),
        0
      ) as newest
    from apart`,
};

const LIST = {
  name: 'list written',
  text: `
    with written as (
      (select seq, change from messages where seq > $1 order by seq limit $2)
      union
      (select seq, change from messages where change > $1 and change <> seq order by change limit $2)
    )
    select w.change, m.hidden, sender.id as sender, sender.created_at as sender_at,
      receiver.id as receiver, receiver.created_at as receiver_at
    from written w
    join messages m on m.seq = w.seq
    join users sender on sender.id = m.sender
    join conversations c on c.id = m.conversation
    join users receiver on receiver.id = c.low + c.high - m.sender
    order by w.change limit $2`,
};

export function createUnannounced({ query }: Pick<Database, 'query'>): UnannouncedStore {
  return {
    async noteCutOff(isCutOff) {
      const [row = {}] = await query(NOTE, [isCutOff]);
      return { isAnyCutOff: readBoolean(row, 'is_cut_off'), newest: readInteger(row, 'newest') };
    },

    async listWritten(after, limit) {
      const rows = await query(LIST, [after, limit]);
      return rows.map((row) => ({
        number: readInteger(row, 'change'),
        senderId: readPerson(row, 'sender'),
        receiverId: readPerson(row, 'receiver'),
        isHidden: readInteger(row, 'hidden') === 1,
      }));
    },
  };
}

const readPerson = (row: Row, column: string) =>
  formatId(readInteger(row, column), readInteger(row, `${column}_at`));
