/**
 * Public ids: 24 lower-case hex digits. That of a message is its number, so ids sort in the order of messages. That of a
 * person is the second of creation (8 digits, until 2106) and the row's integer key.
 */
import { DomainError } from '../domain/errors.ts';
import { ID } from '../domain/id.ts';
import type { PageRequest } from '../domain/ports/messages.ts';

const DIGITS = 24;
const SECOND_DIGITS = 8;

/** The last moment that the id of a person can hold. */
export const LATEST_CREATION = 0xffff_ffff * 1000 + 999;

export interface ParsedId {
  /** The row's integer primary key. */
  key: number;
  /** Epoch seconds. An id is valid only if the row with this key was created in this second. */
  second: number;
}

export function formatId(key: number, createdAt: number): string {
  const second = Math.floor(createdAt / 1000);
  return toHex(second, SECOND_DIGITS) + toHex(key, DIGITS - SECOND_DIGITS);
}

/** Undefined for anything that is not an id. */
export function parseId(id: string): ParsedId | undefined {
  if (!ID.test(id)) return undefined;
  const key = Number.parseInt(id.slice(SECOND_DIGITS), 16);
  if (!Number.isSafeInteger(key)) return undefined;
  return { key, second: Number.parseInt(id.slice(0, SECOND_DIGITS), 16) };
}

export const formatMessageId = (seq: number): string => toHex(seq, DIGITS);

/** The number of a message; undefined for anything that is not an id of one. */
export function parseMessageId(id: string): number | undefined {
  const seq = ID.test(id) ? Number.parseInt(id, 16) : Number.NaN;
  return Number.isSafeInteger(seq) ? seq : undefined;
}

/** Joined: of a string that was put together by `padStart`, JSON is written slowly. */
function toHex(value: number, digits: number): string {
  const hex = value.toString(16);
  return ['0'.repeat(digits - hex.length), hex].join('');
}

/**
 * Key and second of ids of people, two parameters each. An invalid id becomes null, which equals nothing: the query then
 * behaves as for an unknown id.
 */
export function toParameters(...ids: readonly string[]): Array<number | null> {
  return ids.flatMap((id) => {
    const parsed = parseId(id);
    return [parsed?.key ?? null, parsed?.second ?? null];
  });
}

/** The number of the message that limits the page. */
export function readCursor(page: PageRequest): number {
  const id = page.kind === 'before' ? page.before : page.after;
  if (id === undefined) return page.kind === 'before' ? Number.MAX_SAFE_INTEGER : 0;
  if (!ID.test(id)) {
    throw new DomainError('invalid', 'This place in the conversation is not known.');
  }
  return parseMessageId(id) ?? Number.MAX_SAFE_INTEGER;
}
