/**
 * Converts rows of either database to the types of the ports. Reading checks the type of each column, so that an
 * unexpected row is an error here and not a wrong value elsewhere.
 */
import type { Summary } from '../../src/protocol/changes.ts';
import {
  HIDEABLE,
  type Hideable,
  type Reactions,
  type UserId,
} from '../../src/protocol/entities.ts';
import type { Side, StoredMessage, StoredQuote } from '../domain/ports/messages.ts';
import type { StoredPicture } from '../domain/ports/pictures.ts';
import type { Blocker, StoredUser } from '../domain/ports/users.ts';
import { formatId, formatMessageId, parseId, parseMessageId } from './ids.ts';

export type Row = Record<string, unknown>;

/** `reply_to` of a reply to a message that was gone already. */
const GONE = 0;

export function toReplyTo(quote: { forSender: StoredQuote } | undefined): number | null {
  if (!quote) return null;
  const { _id } = quote.forSender;
  return (_id === undefined ? undefined : parseMessageId(_id)) ?? GONE;
}

/** Characters of a quoted text; no reply shows more. */
const QUOTED_LENGTH = 200;

export const USER_COLUMNS = `users.id, users.full_name, users.email, users.bio, users.picture_id,
  users.picture_width, users.picture_height, users.small_id, users.last_seen_at, users.created_at,
  users.deleted_at, users.locked_at, users.hides`;

/** Whether the message is at or before a position of its receiver, who is the other one of the two. */
const isUpTo = (position: string) =>
  `m.seq <= case when m.sender = c.low then c.high_${position} else c.low_${position} end`;

/**
 * Columns that `toMessage` reads, of `messages as m` with `MESSAGE_JOINS`; prefixed, since a user's columns may be beside
 * them.
 */
export const MESSAGE_COLUMNS = `m.seq as message_seq, m.change as message_change, m.sender as message_sender,
  m.key as message_key, m.text as message_text,
  m.picture_id as message_picture_id, m.picture_width as message_picture_width,
  m.picture_height as message_picture_height, m.hidden as message_hidden,
  ${isUpTo('seen')} as message_seen, ${isUpTo('delivered')} as message_delivered,
  ${isUpTo('seen_told')} as message_seen_told, ${isUpTo('delivered_told')} as message_delivered_told,
  m.created_at as message_created_at,
  m.deleted_at as message_deleted_at, m.version as message_version, m.edited_at as message_edited_at,
  case when m.sender = c.low then m.low_emoji else m.high_emoji end as sender_emoji,
  case when m.sender = c.low then m.high_emoji else m.low_emoji end as receiver_emoji,
  m.forwarded as message_forwarded, m.reply_to as message_reply_to, quoted.seq as quoted_seq,
  quoted.sender as quoted_sender, substr(quoted.text, 1, ${QUOTED_LENGTH}) as quoted_text,
  quoted.picture_id as quoted_picture_id, quoted.hidden as quoted_hidden,
  quoted.change as quoted_change, quoted.deleted_at as quoted_deleted_at`;

export const MESSAGE_JOINS = `join conversations c on c.id = m.conversation
  left join messages quoted on quoted.seq = m.reply_to`;

export function toUser(row: Row): StoredUser {
  const picture = toPicture(row, 'picture');
  return {
    _id: readUserId(row),
    fullName: readText(row, 'full_name'),
    email: readText(row, 'email'),
    bio: readText(row, 'bio'),
    ...(picture && { picture }),
    ...(row.small_id !== null && { smallId: readText(row, 'small_id') }),
    ...(row.last_seen_at !== null && { lastSeenAt: readInteger(row, 'last_seen_at') }),
    ...(row.deleted_at !== null && { deleted: true }),
    ...(row.locked_at !== null && { locked: true }),
    ...readHides(row),
  };
}

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

interface People {
  senderId: UserId;
  receiverId: UserId;
}

/**
 * A message as its receiver may see it. The caller passes the two people, since it knows their public ids; the row has
 * only their keys.
 */
function toMessage(row: Row, people: People): StoredMessage {
  return {
    ...toBareMessage(row, people),
    ...toQuote(row, people, people.receiverId),
    seen: readBoolean(row, 'message_seen'),
    delivered: readBoolean(row, 'message_delivered'),
  };
}

/** The same message as its sender may see it, by the positions that the sender is told; a hidden one like any other. */
export function toSentMessage(row: Row, people: People): StoredMessage {
  return {
    ...toBareMessage(row, people),
    ...toQuote(row, people, people.senderId),
    seen: readBoolean(row, 'message_seen_told'),
    delivered: readBoolean(row, 'message_delivered_told'),
    ...(row.message_key !== null && { key: readText(row, 'message_key') }),
  };
}

/** As the reader, one of its two people, may see it. */
export function toMessageBetween(row: Row, readerId: UserId, peerId: UserId): StoredMessage {
  return row.message_sender === parseId(readerId)?.key
    ? toSentMessage(row, { senderId: readerId, receiverId: peerId })
    : toMessage(row, { senderId: peerId, receiverId: readerId });
}

function toBareMessage(row: Row, people: People): Omit<StoredMessage, 'seen' | 'delivered'> {
  return {
    _id: formatMessageId(readInteger(row, 'message_seq')),
    change: readInteger(row, 'message_change'),
    senderId: people.senderId,
    receiverId: people.receiverId,
    ...(isDeleted(row) ? { deleted: true } : toContent(row, people)),
    ...(readBoolean(row, 'message_hidden') && { hidden: true }),
    createdAt: readInteger(row, 'message_created_at'),
  };
}

const isDeleted = (row: Row) => row.message_deleted_at !== null;

function toContent(row: Row, { senderId, receiverId }: People) {
  const picture = toPicture(row, 'message_picture');
  const content = picture ? { picture } : { text: readText(row, 'message_text') };
  // Most messages have nothing more.
  const { message_version: version, sender_emoji, receiver_emoji, message_forwarded } = row;
  if (version === null && !sender_emoji && !receiver_emoji && !message_forwarded) return content;
  const reactions: Reactions = {
    ...(sender_emoji !== null && { [senderId]: readText(row, 'sender_emoji') }),
    ...(receiver_emoji !== null && { [receiverId]: readText(row, 'receiver_emoji') }),
  };
  return {
    ...content,
    ...(version !== null && {
      version: readInteger(row, 'message_version'),
      editedAt: readInteger(row, 'message_edited_at'),
    }),
    ...(Object.keys(reactions).length > 0 && { reactions }),
    ...(readBoolean(row, 'message_forwarded') && { forwarded: true as const }),
  };
}

/** What a reply quotes, as it is now for this reader. Of a message hidden from the reader not even its id is known. */
function toQuote(row: Row, people: People, readerId: UserId): { replyTo?: StoredQuote } {
  if (row.message_reply_to === null || isDeleted(row)) return {};
  if (row.quoted_seq === null) return { replyTo: { deleted: true } };
  const isOfSender = readInteger(row, 'quoted_sender') === readInteger(row, 'message_sender');
  const senderId = isOfSender ? people.senderId : people.receiverId;
  if (readBoolean(row, 'quoted_hidden') && senderId !== readerId) {
    return { replyTo: { deleted: true } };
  }
  const _id = formatMessageId(readInteger(row, 'quoted_seq'));
  const change = readInteger(row, 'quoted_change');
  if (row.quoted_deleted_at !== null) return { replyTo: { _id, change, deleted: true } };
  const content = {
    ...(row.quoted_text !== null && { text: readText(row, 'quoted_text') }),
    ...(row.quoted_picture_id !== null && { pictureId: readText(row, 'quoted_picture_id') }),
  };
  return { replyTo: { _id, change, senderId, ...content } };
}

/** From the columns that begin with `prefix`. */
export function toPicture(row: Row, prefix: string): StoredPicture | undefined {
  if (row[`${prefix}_id`] === null) return undefined;
  return {
    id: readText(row, `${prefix}_id`),
    width: readInteger(row, `${prefix}_width`),
    height: readInteger(row, `${prefix}_height`),
  };
}

/** The picture of a person and its small version, of a row with these columns. */
export const listPictureIds = (row: Row | undefined): string[] =>
  [row?.picture_id, row?.small_id].filter((id) => typeof id === 'string');

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

/** What a person hides, as stored in the column `hides`: a sum of these values. */
export const HIDES: Readonly<Record<Hideable, number>> = { receipts: 1, typing: 2, presence: 4 };

export const toHides = (hidden: readonly Hideable[]): number =>
  hidden.reduce((sum, each) => sum | HIDES[each], 0);

export const fromHides = (sum: number): Hideable[] => HIDEABLE.filter((each) => sum & HIDES[each]);

/** SQL for a reader's side of the conversation `c`, which is null if the two have none; `reader` is a parameter. */
export function selectSide(reader: string): string {
  const ofReader = (column: string) =>
    `case when c.low = ${reader} then c.low_${column} else c.high_${column} end`;
  const ofPeer = (column: string) =>
    `case when c.low = ${reader} then c.high_${column} else c.low_${column} end`;
  return `coalesce(${ofReader('number')}, 0) as number, coalesce(${ofReader('version')}, 0) as version,
    coalesce(${ofReader('unseen')}, 0) as unseen, ${ofReader('newest')} as newest,
    ${ofReader('seen')} as own_seen, ${ofPeer('seen_told')} as seen, ${ofPeer('delivered_told')} as delivered`;
}

/** From a row with the epoch and the columns of `selectSide`. */
export function toSide(row: Row): Side {
  const summary: Summary = {
    version: readInteger(row, 'version'),
    unseen: readInteger(row, 'unseen'),
  };
  for (const [column, name] of POSITIONS) {
    const seq = readIntegerOrNull(row, column) ?? 0;
    if (seq > 0) summary[name] = formatMessageId(seq);
  }
  return { epoch: readText(row, 'epoch'), number: readInteger(row, 'number'), summary };
}

const POSITIONS = [
  ['own_seen', 'ownSeen'],
  ['seen', 'seen'],
  ['delivered', 'delivered'],
  ['newest', 'newest'],
] as const;
