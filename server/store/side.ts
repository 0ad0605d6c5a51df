/** Converts the row of one person's side of a conversation. */
import type { Summary } from '../../src/protocol/changes.ts';
import type { Side } from '../domain/ports/changes.ts';
import { formatId } from './ids.ts';
import { type Row, readInteger, readIntegerOrNull, readText } from './rows.ts';

const POSITIONS = {
  own_seen: 'ownSeen',
  seen: 'seen',
  delivered: 'delivered',
  newest: 'newest',
} as const;

/**
 * Of `store` with `side`, whose numbers are null if the two have no conversation, and the messages at its positions.
 */
export const SIDE_COLUMNS = `store.epoch, coalesce(side.number, 0) as number,
  coalesce(side.turn, 0) as turn, coalesce(side.unseen, 0) as unseen,
  ${Object.keys(POSITIONS)
    .map((name) => `${name}.seq as ${name}_seq, ${name}.created_at as ${name}_at`)
    .join(', ')}`;

export const SIDE_JOINS = Object.keys(POSITIONS)
  .map((name) => `left join messages ${name} on ${name}.seq = side.${name}_seq`)
  .join(' ');

export function toSide(row: Row): Side {
  const summary: Summary = { turn: readInteger(row, 'turn'), unseen: readInteger(row, 'unseen') };
  for (const [column, name] of Object.entries(POSITIONS)) {
    const seq = readIntegerOrNull(row, `${column}_seq`);
    if (seq !== null) summary[name] = formatId(seq, readInteger(row, `${column}_at`));
  }
  return {
    epoch: readText(row, 'epoch'),
    number: readInteger(row, 'number'),
    summary,
  };
}
