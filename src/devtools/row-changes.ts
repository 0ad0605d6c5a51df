/**
 * What a write changed in an entry. Rows are objects with `_id`, and members of sets. Data of the cache is never changed
 * in place, so equal references are equal data.
 */
interface RowChanges {
  /** By id, like all of these. A member of a set is `true`. */
  added: ReadonlyMap<string, unknown>;
  removed: ReadonlyMap<string, unknown>;
  /** Names of the fields that differ. */
  changed: ReadonlyMap<string, readonly string[]>;
  /** The entry's own fields that differ, if no row does. */
  fields: readonly string[];
}

type Rows = Map<string, unknown>;

export function compareRows(before: unknown, after: unknown): RowChanges {
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
