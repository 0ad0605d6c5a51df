/** What a write changed in an entry, in words: ids with names, so that a row can be found. */
import type { MutationState, QueryClient, QueryKey } from '@tanstack/react-query';
import { unsentOf } from '../outbox/outgoing.ts';
import { getUser } from '../people/users.ts';
import { cutPreview } from '../protocol/text.ts';
import { getMe } from '../session/auth.ts';
import type { UnseenCounts } from '../stores/unseen.ts';

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
  const label = (row: unknown, id: string) => describeRow(queryClient, id, row);
  const describeFields = (names: readonly string[], id: string) =>
    [nameOf(queryClient, id), names.join(', ')].filter(Boolean).join(': ');
  return {
    ...describeKey(queryClient, queryKey),
    ...(added.size > 0 && { added: mapValues(added, label) }),
    ...(removed.size > 0 && { removed: mapValues(removed, label) }),
    ...(changed.size > 0 && { changed: mapValues(changed, describeFields) }),
    ...(fields.length > 0 && { fields: fields.join(', ') }),
  };
}

/** Undefined: the mutation does not exist. */
export function describeMutation(
  queryClient: QueryClient,
  mutationKey: QueryKey,
  before: MutationState | undefined,
  after: MutationState | undefined,
): Write {
  const state = after ?? before;
  const unsent = state && unsentOf(state);
  const { status = '', failureCount = 0 } = state ?? {};
  const content = unsent && ('content' in unsent ? unsent.content : unsent.operation);
  const failures = failureCount > 0 ? `, ${failureCount} failed tries` : '';
  const words = content ? `${describeRow(queryClient, '', content)}: ` : '';
  return {
    ...describeKey(queryClient, mutationKey),
    key: `mutation ${JSON.stringify(mutationKey)}`,
    [!before ? 'added' : after ? 'changed' : 'removed']: {
      [unsent?.key ?? '']: `${words}${status}${failures}`,
    },
  };
}

/** The unseen counts that differ, by sender. */
export function describeUnseen(
  queryClient: QueryClient,
  before: UnseenCounts,
  after: UnseenCounts,
): Write {
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .map((id) => [id, before.get(id) ?? 0, after.get(id) ?? 0] as const)
    .filter(([, old, now]) => old !== now)
    .map(([id, old, now]) => [id, `${nameOf(queryClient, id) ?? ''}: ${old} → ${now}`]);
  return { key: 'unseen counts', changed: Object.fromEntries(changed) };
}

function describeKey(queryClient: QueryClient, key: QueryKey): Pick<Write, 'key' | 'person'> {
  const person = key.map((part) => nameOf(queryClient, part)).find(Boolean);
  return { key: JSON.stringify(key), ...(person !== undefined && { person }) };
}

/** The name of the person with this id. */
function nameOf(queryClient: QueryClient, id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  const me = getMe(queryClient);
  return id === me?._id ? me.fullName : getUser(queryClient, id)?.fullName;
}

function describeRow(queryClient: QueryClient, id: string, row: unknown): string {
  if (typeof row !== 'object' || row === null) return nameOf(queryClient, id) ?? '';
  if ('fullName' in row) return String(row.fullName);
  const text = 'text' in row ? cutPreview(String(row.text)) : 'kind' in row ? row.kind : 'picture';
  if (!('senderId' in row)) return String(text);
  return `${nameOf(queryClient, row.senderId) ?? 'somebody'}: ${text}`;
}

function mapValues<Value>(
  rows: ReadonlyMap<string, Value>,
  describe: (value: Value, id: string) => string,
): Record<string, string> {
  return Object.fromEntries([...rows].map(([id, value]) => [id, describe(value, id)]));
}

type Rows = Map<string, unknown>;

/**
 * The rows that differ, by id. Rows are objects with `_id`, and members of sets. Data of the cache is never changed in
 * place, so equal references are equal data. If no row differs, the entry's own fields that do.
 */
function compareRows(before: unknown, after: unknown) {
  const old = collectRows(before, listContainers(after));
  const now = collectRows(after, listContainers(before));
  const added = new Map([...now].filter(([id]) => !old.has(id)));
  const removed = new Map([...old].filter(([id]) => !now.has(id)));
  const changed = new Map(
    [...now]
      .filter(([id, row]) => old.has(id) && old.get(id) !== row)
      .map(([id, row]) => [id, compareFields(old.get(id), row)]),
  );
  const isSame = added.size + removed.size + changed.size === 0;
  return { added, removed, changed, fields: isSame ? compareFields(before, after) : [] };
}

/** All arrays and objects but rows: a part that both versions have needs no comparison. */
function listContainers(data: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (!isObject(data) || isRow(data)) return found;
  found.add(data);
  for (const part of Object.values(data)) listContainers(part, found);
  return found;
}

function collectRows(data: unknown, skipped: ReadonlySet<unknown>, rows: Rows = new Map()): Rows {
  if (!isObject(data) || skipped.has(data)) return rows;
  if (isRow(data)) return rows.set(data._id, data);
  if (data instanceof Set) for (const id of data) rows.set(String(id), true);
  for (const part of Object.values(data)) collectRows(part, skipped, rows);
  return rows;
}

function compareFields(before: unknown, after: unknown): string[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((name) => old.get(name) !== now.get(name));
}

const fieldsOf = (data: unknown): ReadonlyMap<string, unknown> =>
  new Map(isObject(data) ? Object.entries(data) : []);

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

const isRow = (data: object): data is { _id: string } =>
  '_id' in data && typeof data._id === 'string';
