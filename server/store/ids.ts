/**
 * Public ids of users and messages: 24 lower-case hex digits. The first 8 are the second of creation, the other 16 the
 * row's integer key. So ids sort by creation and need no index of their own. The format lasts until 2106.
 */
import { DomainError } from '../domain/errors.ts';
import { ID } from '../domain/id.ts';
import type { PageRequest } from '../domain/ports/messages.ts';

const SECOND_DIGITS = 8;
const KEY_DIGITS = 16;

export interface ParsedId {
  /** The row's integer primary key. */
  key: number;
  /** Epoch seconds. An id is valid only if the row with this key was created in this second. */
  second: number;
}

export function formatId(key: number, createdAt: number): string {
  const second = Math.floor(createdAt / 1000);
  return toHex(second, SECOND_DIGITS) + toHex(key, KEY_DIGITS);
}

/** Undefined for anything that is not an id. */
export function parseId(id: string): ParsedId | undefined {
  if (!ID.test(id)) return undefined;
  const key = Number.parseInt(id.slice(SECOND_DIGITS), 16);
  if (!Number.isSafeInteger(key)) return undefined;
  return { key, second: Number.parseInt(id.slice(0, SECOND_DIGITS), 16) };
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/**
 * Converts public ids to query parameters.
 *
 * Key and second of public ids, two parameters each. An invalid id becomes null, which equals nothing: the query then
 * behaves as for an unknown id.
 */
export function toParameters(...ids: readonly string[]): Array<number | null> {
  return ids.flatMap((id) => {
    const parsed = parseId(id);
    return [parsed?.key ?? null, parsed?.second ?? null];
  });
}

/**
 * The place in a conversation where a page begins or ends.
 *
 * The number of the message that limits the page.
 */
export function readCursor(page: PageRequest): number {
  const id = page.kind === 'before' ? page.before : page.after;
  if (id === undefined) return page.kind === 'before' ? Number.MAX_SAFE_INTEGER : 0;
  const cursor = parseId(id);
  if (cursor === undefined) {
    throw new DomainError('invalid', 'This place in the conversation is not known.');
  }
  return cursor.key;
}
