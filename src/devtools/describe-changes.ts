/** A change of one entry in words: ids with names, so that a row can be found. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getUser } from '../people/users.ts';
import { cutPreview } from '../protocol/text.ts';
import { getMe } from '../session/auth.ts';
import { compareRows } from './row-changes.ts';

export interface Write {
  /** As Devtools shows it. */
  key: string;
  /** The other person of the conversation. */
  person?: string;
  /** Rows by id: a name, or the sender and the text. */
  added?: Readonly<Record<string, string>>;
  removed?: Readonly<Record<string, string>>;
  /** Rows by id: the person's name, and the fields that differ. */
  changed?: Readonly<Record<string, string>>;
  /** The entry's own fields that differ, if no row does. */
  fields?: string;
}

export function describeChanges(
  queryClient: QueryClient,
  queryKey: QueryKey,
  before: unknown,
  after: unknown,
): Write {
  const { added, removed, changed, fields } = compareRows(before, after);
  const person = queryKey.map((part) => nameOf(queryClient, part)).find(Boolean);
  const label = (row: unknown, id: string) => describeRow(queryClient, id, row);
  const describeFields = (names: readonly string[], id: string) =>
    [nameOf(queryClient, id), names.join(', ')].filter(Boolean).join(': ');
  return {
    key: JSON.stringify(queryKey),
    ...(person !== undefined && { person }),
    ...(added.size > 0 && { added: mapValues(added, label) }),
    ...(removed.size > 0 && { removed: mapValues(removed, label) }),
    ...(changed.size > 0 && { changed: mapValues(changed, describeFields) }),
    ...(fields.length > 0 && { fields: fields.join(', ') }),
  };
}

/** The name of the person with this id. */
export function nameOf(queryClient: QueryClient, id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  const me = getMe(queryClient);
  return id === me?._id ? me.fullName : getUser(queryClient, id)?.fullName;
}

function describeRow(queryClient: QueryClient, id: string, row: unknown): string {
  if (typeof row !== 'object' || row === null) return nameOf(queryClient, id) ?? '';
  if ('fullName' in row) return String(row.fullName);
  const sender = 'senderId' in row ? nameOf(queryClient, row.senderId) : undefined;
  const text = 'text' in row ? cutPreview(String(row.text)) : 'picture';
  return `${sender ?? 'somebody'}: ${text}`;
}

function mapValues<Value>(
  rows: ReadonlyMap<string, Value>,
  describe: (value: Value, id: string) => string,
): Record<string, string> {
  return Object.fromEntries([...rows].map(([id, value]) => [id, describe(value, id)]));
}
