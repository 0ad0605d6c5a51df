import type { UnannouncedStore } from '../../domain/ports/unannounced.ts';
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
      coalesce((select max(seq) from messages), 0) as newest
    from apart`,
};

const LIST = {
  name: 'list stored',
  text: `
    select m.seq, m.hidden, m.created_at, sender.id as sender, sender.created_at as sender_at,
      receiver.id as receiver, receiver.created_at as receiver_at
    from messages m
    join users sender on sender.id = m.sender
    join conversations c on c.id = m.conversation
    join users receiver on receiver.id = c.low + c.high - m.sender
    where m.seq > $1
    order by m.seq limit $2`,
};

export function createUnannounced({ query }: Pick<Database, 'query'>): UnannouncedStore {
  return {
    async noteCutOff(isCutOff) {
      const [row = {}] = await query(NOTE, [isCutOff]);
      return { isAnyCutOff: readBoolean(row, 'is_cut_off'), newest: readInteger(row, 'newest') };
    },

    async listStored(after, limit) {
      const rows = await query(LIST, [after, limit]);
      return rows.map((row) => ({
        number: readInteger(row, 'seq'),
        senderId: readPerson(row, 'sender'),
        receiverId: readPerson(row, 'receiver'),
        isHidden: readInteger(row, 'hidden') === 1,
        createdAt: readInteger(row, 'created_at'),
      }));
    },
  };
}

const readPerson = (row: Row, column: string) =>
  formatId(readInteger(row, column), readInteger(row, `${column}_at`));
