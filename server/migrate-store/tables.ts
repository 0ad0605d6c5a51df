/**
 * What is moved, table by table: how a row is read from SQLite, and the same row in PostgreSQL. Both are read in the
 * same order, so that the result can be compared with the source.
 */
export interface Table {
  name: string;
  /** The name of its rows for the person who moves them. */
  what: string;
  /** Column, and PostgreSQL's type. */
  columns: ReadonlyArray<readonly [name: string, type: ColumnType]>;
  /** In the order of the columns. */
  selectFromSqlite: string;
  /** Identifies rows, and sorts them. */
  order: string;
}

export type ColumnType = 'bigint' | 'integer' | 'text' | 'boolean';

export const TABLES: readonly Table[] = [
  {
    name: 'users',
    what: 'people',
    columns: [
      ['id', 'bigint'],
      ['full_name', 'text'],
      ['name_key', 'text'],
      ['email', 'text'],
      ['email_key', 'text'],
      ['password_hash', 'text'],
      ['bio', 'text'],
      ['picture_id', 'text'],
      ['picture_width', 'integer'],
      ['picture_height', 'integer'],
      ['last_seen_at', 'bigint'],
      ['created_at', 'bigint'],
      ['deleted_at', 'bigint'],
      ['hides', 'integer'],
    ],
    selectFromSqlite: `
      select id, full_name, name_key, email, email_key, password_hash, bio, picture_id,
        picture_width, picture_height, last_seen_at, created_at, deleted_at, hides
      from users`,
    order: 'id',
  },
  {
    name: 'sessions',
    what: 'sessions',
    columns: [
      ['token_hash', 'text'],
      ['"user"', 'bigint'],
      ['expires_at', 'bigint'],
      ['ends_at', 'bigint'],
      ['created_at', 'bigint'],
      ['client', 'text'],
    ],
    selectFromSqlite:
      'select token_hash, user, expires_at, ends_at, created_at, client from sessions',
    order: 'token_hash',
  },
  {
    name: 'blocks',
    what: 'blocks',
    columns: [
      ['blocker', 'bigint'],
      ['blocked', 'bigint'],
      ['last_seen_at', 'bigint'],
    ],
    selectFromSqlite: 'select blocker, blocked, last_seen_at from blocks',
    order: 'blocker, blocked',
  },
  {
    name: 'known_places',
    what: 'places of sign-ins',
    columns: [
      ['person', 'bigint'],
      ['place', 'text'],
      ['used_at', 'bigint'],
    ],
    selectFromSqlite: 'select person, place, used_at from known_places',
    order: 'person, place',
  },
  {
    name: 'conversations',
    what: 'conversations',
    columns: [
      ['id', 'bigint'],
      ['low', 'bigint'],
      ['high', 'bigint'],
      ['low_seq', 'bigint'],
      ['high_seq', 'bigint'],
      ['last_at', 'bigint'],
    ],
    selectFromSqlite: 'select id, low, high, low_seq, high_seq, last_at from conversations',
    order: 'id',
  },
  {
    name: 'messages',
    what: 'messages',
    columns: [
      ['conversation', 'bigint'],
      ['seq', 'bigint'],
      ['sender', 'bigint'],
      ['receiver', 'bigint'],
      ['created_at', 'bigint'],
      ['sent_at', 'bigint'],
      ['picture_width', 'integer'],
      ['picture_height', 'integer'],
      ['seen', 'boolean'],
      ['delivered', 'boolean'],
      ['hidden', 'boolean'],
      ['untold', 'integer'],
      ['text', 'text'],
      ['picture_id', 'text'],
    ],
    selectFromSqlite: `
      select conversation, seq, sender, receiver, created_at, sent_at, picture_width,
        picture_height, seen, delivered, hidden, untold, text, picture_id
      from messages`,
    order: 'seq',
  },
  {
    name: 'idempotency',
    what: 'idempotency keys',
    columns: [
      ['sender', 'bigint'],
      ['key', 'text'],
      ['body_hash', 'text'],
      ['seq', 'bigint'],
      ['stored_at', 'bigint'],
    ],
    selectFromSqlite: 'select sender, key, body_hash, seq, stored_at from idempotency',
    order: 'sender, key',
  },
  {
    name: 'attempts',
    what: 'counted attempts',
    columns: [
      ['key', 'text'],
      ['count', 'integer'],
      ['ends_at', 'bigint'],
    ],
    selectFromSqlite: 'select key, count, ends_at from attempts',
    order: 'key',
  },
  {
    name: 'operating_time',
    what: 'operating time',
    columns: [
      ['id', 'integer'],
      ['ms', 'bigint'],
    ],
    selectFromSqlite: 'select id, ms from operating_time',
    order: 'id',
  },
];
