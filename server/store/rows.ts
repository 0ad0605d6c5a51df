/**
 * Converts rows of either database to the types of the ports. Reading checks the type of each column, so that an
 * unexpected row is an error here and not a wrong value elsewhere.
 */
import type { Hideable, UserId } from '../../src/protocol/entities.ts';
import type { MessageRange } from '../../src/protocol/events.ts';
import type { Blocker } from '../domain/ports/blocks.ts';
import type { StoredMessage } from '../domain/ports/messages.ts';
import type { StoredPicture } from '../domain/ports/pictures.ts';
import type { StoredUser } from '../domain/ports/users.ts';
import { fromHides } from './hides.ts';
import { formatId } from './ids.ts';

export type Row = Record<string, unknown>;

/** What the sender is told of a message that was seen alone. */
export const TOLD = { nothing: 0, delivered: 1, seen: 2 } as const;

/** Columns that `toUser` reads. */
export const USER_COLUMNS = `users.id, users.full_name, users.email, users.bio, users.picture_id,
  users.picture_width, users.picture_height, users.last_seen_at, users.created_at,
  users.deleted_at, users.hides`;

/** Whether the message is at or before a position of its receiver, who is the other one of the two. */
const isUpTo = (position: string) =>
  `m.seq <= case when m.sender = c.low then c.high_${position} else c.low_${position} end`;

/**
 * Columns that `toMessage` reads, of `messages as m` with `MESSAGE_JOINS`; prefixed, since a user's columns may be
 * beside them.
 */
export const MESSAGE_COLUMNS = `m.seq as message_seq, m.change as message_change, m.sender as message_sender,
  m.text as message_text,
  m.picture_id as message_picture_id, m.picture_width as message_picture_width,
  m.picture_height as message_picture_height, m.hidden as message_hidden,
  ${isUpTo('seen_to')} or alone.seq is not null as message_seen,
  ${isUpTo('delivered_to')} or alone.seq is not null as message_delivered,
  ${isUpTo('seen_told')} or coalesce(alone.told = ${TOLD.seen}, false) as message_seen_told,
  ${isUpTo('delivered_told')} or coalesce(alone.told > ${TOLD.nothing}, false) as message_delivered_told,
  m.created_at as message_created_at, m.sent_at as message_sent_at`;

export const MESSAGE_JOINS = `join conversations c on c.id = m.conversation
  left join seen_alone alone
    on alone.conversation = m.conversation and alone.sender = m.sender and alone.seq = m.seq`;

export function toUser(row: Row): StoredUser {
  const picture = toPicture(row, 'picture');
  return {
    _id: readUserId(row),
    fullName: readText(row, 'full_name'),
    email: readText(row, 'email'),
    bio: readText(row, 'bio'),
    ...(picture && { picture }),
    ...(row.last_seen_at !== null && { lastSeenAt: readInteger(row, 'last_seen_at') }),
    ...(row.deleted_at !== null && { deleted: true }),
    ...readHides(row),
  };
}

/** From a row with `hides`. */
export function readHides(row: Row): { hides?: Hideable[] } {
  const hides = fromHides(readInteger(row, 'hides'));
  return hides.length > 0 ? { hides } : {};
}

/** The public id of a row with `id` and `created_at` of a user. */
export function readUserId(row: Row): string {
  return formatId(readInteger(row, 'id'), readInteger(row, 'created_at'));
}

/** A row of `blocks`, with `id` and `created_at` of the blocker. */
export function toBlocker(row: Row, userId: UserId): Blocker {
  const lastSeenAt = readIntegerOrNull(row, 'last_seen_at');
  return { userId, ...(lastSeenAt !== null && { lastSeenAt }) };
}

/** The caller passes the two people, since it knows their public ids; the row has only their keys. */
export function toMessage(
  row: Row,
  people: { senderId: string; receiverId: string },
): StoredMessage {
  const place = readInteger(row, 'message_created_at');
  const picture = toPicture(row, 'message_picture');
  return {
    _id: formatId(readInteger(row, 'message_seq'), place),
    change: readInteger(row, 'message_change'),
    senderId: people.senderId,
    receiverId: people.receiverId,
    ...(picture ? { picture } : { text: readText(row, 'message_text') }),
    seen: readBoolean(row, 'message_seen'),
    delivered: readBoolean(row, 'message_delivered'),
    ...(readBoolean(row, 'message_hidden') && { hidden: true }),
    ...readTimes(place, readIntegerOrNull(row, 'message_sent_at')),
  };
}

/** The times of a message that was sent at `sentAt`, or else at the time of its place. */
export function readTimes(
  place: number,
  sentAt: number | null,
): { createdAt: number; sortsAt?: number } {
  return sentAt === null ? { createdAt: place } : { createdAt: sentAt, sortsAt: place };
}

/** The same message as its sender may see it: a hidden one is never delivered. */
export function toSentMessage(
  row: Row,
  people: { senderId: string; receiverId: string },
): StoredMessage {
  const message = toMessage(row, people);
  return {
    ...message,
    seen: !message.hidden && readBoolean(row, 'message_seen_told'),
    delivered: !message.hidden && readBoolean(row, 'message_delivered_told'),
  };
}

/** A range of changed messages: the row has its first and last, each by `seq` and time. */
export function toRange(row: Row): MessageRange {
  return {
    from: formatId(readInteger(row, 'first_seq'), readInteger(row, 'first_at')),
    upTo: formatId(readInteger(row, 'last_seq'), readInteger(row, 'last_at')),
  };
}

function toPicture(row: Row, prefix: string): StoredPicture | undefined {
  if (row[`${prefix}_id`] === null) return undefined;
  return {
    id: readText(row, `${prefix}_id`),
    width: readInteger(row, `${prefix}_width`),
    height: readInteger(row, `${prefix}_height`),
  };
}

export function readInteger(row: Row, column: string): number {
  const value = row[column];
  if (!Number.isSafeInteger(value) || typeof value !== 'number') {
    throw new TypeError(`${column} is not an integer`);
  }
  return value;
}

export function readIntegerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : readInteger(row, column);
}

export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`${column} is not a text`);
  return value;
}

/** SQLite has no booleans: it stores 1 and 0. */
export function readBoolean(row: Row, column: string): boolean {
  const value = row[column];
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw new TypeError(`${column} is not a boolean`);
}
