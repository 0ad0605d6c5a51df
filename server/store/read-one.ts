/** One message by its id, and its earlier texts, as one of its two people may see them. */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { StoredVersion } from '../domain/ports/changes.ts';
import type { StoredMessage } from '../domain/ports/messages.ts';
import { toParameters } from './parameters.ts';
import {
  messageColumns,
  messageJoins,
  readInteger,
  readText,
  readUserId,
  toMessageBetween,
} from './rows.ts';
import { ask, askOne, type Statement, type Steps } from './steps.ts';

const ONE: Statement = {
  name: 'read one message',
  text: `
    select ${messageColumns('$1')}, peer.id, peer.created_at
    from messages m ${messageJoins('$1')}
    join users reader on reader.id = $1 and reader.created_at / 1000 = $2
    join users peer on peer.id = c.low + c.high - reader.id
    where m.seq = $3 and m.created_at / 1000 = $4 and reader.id in (c.low, c.high)
      and (m.hidden = 0 or m.sender = reader.id)`,
};

const VERSIONS: Statement = {
  name: 'read versions',
  text: 'select text, at from versions where seq = $1 order by version',
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

export function* readVersions(
  readerId: UserId,
  messageId: MessageId,
): Steps<StoredVersion[] | undefined> {
  const found = yield* readOne(readerId, messageId);
  if (!found || found.message.deleted) return undefined;
  const rows = yield* ask(VERSIONS, ...toParameters(messageId).slice(0, 1));
  return rows.map((row) => ({ text: readText(row, 'text'), at: readInteger(row, 'at') }));
}
