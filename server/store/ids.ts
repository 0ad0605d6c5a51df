/**
 * Public ids of users and messages: 24 lower-case hex digits. The first 8 are the second of creation, the other 16 the
 * row's integer key. So ids sort by creation and need no index of their own. The format lasts until 2106.
 */
import { ID } from '../domain/id.ts';

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
