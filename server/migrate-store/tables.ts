/**
 * What is moved, table by table. Both stores have the same tables with the same columns, so each row is copied as it is.
 * Both are read in the same order, so that the result can be compared with the source.
 */
export interface Table {
  name: string;
  /** The name of its rows for the person who moves them. */
  what: string;
  /** Columns that identify rows, and sort them. */
  order: readonly string[];
}

/** A column, and its type in PostgreSQL. */
export interface Column {
  name: string;
  type: 'bigint' | 'integer' | 'text';
}

export const TABLES: readonly Table[] = [
  { name: 'users', what: 'people', order: ['id'] },
  { name: 'sessions', what: 'sessions', order: ['token_hash'] },
  { name: 'blocks', what: 'blocks', order: ['blocker', 'blocked'] },
  { name: 'known_places', what: 'places of sign-ins', order: ['person', 'place'] },
  { name: 'conversations', what: 'conversations', order: ['id'] },
  { name: 'messages', what: 'messages', order: ['seq'] },
  { name: 'operations', what: 'idempotency keys', order: ['sender', 'key'] },
  { name: 'attempts', what: 'counted attempts', order: ['key'] },
  { name: 'picture_days', what: 'days of pictures', order: ['person'] },
  { name: 'operating_time', what: 'operating time', order: ['id'] },
  { name: 'store', what: 'epoch', order: ['id'] },
];

/** `user` is a word of PostgreSQL's own. */
export const quote = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ');
