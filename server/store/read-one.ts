/** One message by its id, as one of its two people may see it. */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { StoredMessage } from '../domain/ports/messages.ts';
import { toParameters } from './parameters.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, readUserId, toMessageBetween } from './rows.ts';
import { askOne, type Statement, type Steps } from './steps.ts';

const ONE: Statement = {
  name: 'read one message',
  text: `
    select ${MESSAGE_COLUMNS}, peer.id, peer.created_at
    from messages m ${MESSAGE_JOINS}
    join users reader on reader.id = $1 and reader.created_at / 1000 = $2
    join users peer on peer.id = c.low + c.high - reader.id
    where m.seq = $3 and m.created_at / 1000 = $4 and reader.id in (c.low, c.high)
      and (m.hidden = 0 or m.sender = reader.id)`,
};

/** Also a message that is deleted. */
export function* readOne(
  readerId: UserId,
  messageId: MessageId,
): Steps<{ peerId: UserId; message: StoredMessage } | undefined> {
  const row = yield* askOne(ONE, ...toParameters(readerId, messageId));
  if (!row) return undefined;
  const peerId = readUserId(row);
  return { peerId, message: toMessageBetween(row, readerId, peerId) };
}
