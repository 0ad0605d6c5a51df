/**
 * A recording of the cache: all entries at its beginning, and each write after that with its cause and the data that it
 * left. In memory it holds references, since data of the cache is never changed in place. As a file it is JSON lines:
 * the beginning, then a line for each write. Session tokens are never in the cache.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { Cause } from '../../cache/write.ts';
import type { MessageId, UserId } from '../../protocol/entities.ts';
import type { UnseenCounts } from '../../stores/unseen.ts';

export interface Change {
  queryKey: QueryKey;
  /** Undefined: the entry was removed. */
  data?: unknown;
}

export interface Moment {
  /** Of this window's clock, in ms since the epoch. */
  at: number;
  cause: Cause;
  changes: readonly Change[];
  /** Of an event: what it found beside the cache, on which its effect depends. */
  view?: View;
}

export interface View {
  selectedUserId: UserId | null;
  isLookedAt: boolean;
  /** The newest message of the open conversation that is in view. */
  inView: MessageId | null;
  unseen: UnseenCounts;
}

export interface Recording {
  base: readonly Change[];
  moments: readonly Moment[];
  /** After the last moment. */
  end: View;
}

const FORMAT = 'duet-recording-1';

/** Fields with words of people. */
const WORDS = ['text', 'fullName', 'bio', 'email'];

export function writeRecording(
  { base, moments, end }: Recording,
  { withTexts }: { withTexts: boolean },
): string {
  const lines = [{ format: FORMAT, base, end }, ...moments];
  return lines.map((line) => `${JSON.stringify(line, withTexts ? encode : hideWords)}\n`).join('');
}

/** Throws an Error with a sentence for the person if the text is not a recording. */
export function readRecording(text: string): Recording {
  const [first, ...moments] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => parseLine(line, index + 1));
  if (!isObject(first) || !('format' in first) || first.format !== FORMAT || !hasBase(first))
    throw new Error('This file is not a recording of Duet.');
  return { base: first.base, moments: moments.filter(isMoment), end: first.end };
}

/** The entries after so many moments, by their keys as JSON. */
export function entriesAfter(
  { base, moments }: Pick<Recording, 'base' | 'moments'>,
  count: number,
): ReadonlyMap<string, Change> {
  const entries = new Map<string, Change>();
  const changes = [...base, ...moments.slice(0, count).flatMap((moment) => moment.changes)];
  for (const change of changes) {
    const key = JSON.stringify(change.queryKey);
    if (change.data === undefined) entries.delete(key);
    else entries.set(key, change);
  }
  return entries;
}

/** What the window showed after so many moments, as far as it was recorded. */
export const viewAfter = ({ moments, end }: Recording, count: number): View =>
  moments.slice(count).find(({ view }) => view)?.view ?? end;

/** Sets and maps as JSON. Equal data gives equal text. */
export function encode(_name: string, value: unknown): unknown {
  if (value instanceof Set) return { $set: [...value] };
  if (value instanceof Map) return { $map: [...value] };
  return value;
}

function hideWords(name: string, value: unknown): unknown {
  if (typeof value === 'string' && WORDS.includes(name))
    return value.replace(/[\p{L}\p{N}]/gu, 'x');
  return encode(name, value);
}

function decode(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if ('$set' in value && Array.isArray(value.$set)) return new Set(value.$set);
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map);
  return value;
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line, decode);
  } catch {
    throw new Error(`Line ${number} of this file is not JSON.`);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isChange = (value: unknown): value is Change =>
  isObject(value) && 'queryKey' in value && Array.isArray(value.queryKey);

const hasBase = (value: object): value is { base: Change[]; end: View } =>
  'base' in value &&
  Array.isArray(value.base) &&
  value.base.every(isChange) &&
  'end' in value &&
  isObject(value.end);

const isMoment = (value: unknown): value is Moment =>
  isObject(value) &&
  'at' in value &&
  'cause' in value &&
  isObject(value.cause) &&
  'changes' in value &&
  Array.isArray(value.changes) &&
  value.changes.every(isChange);
