/**
 * JSON values in local storage, which has kept a value when the call returns: IndexedDB does not, and loses
 * what it was asked to keep as a page goes away. Where a browser has no storage or no room, nothing is
 * kept: nothing here throws.
 */

export function keepLocal(key: string, value: unknown): void {
  attempt(() => localStorage.setItem(key, JSON.stringify(value)));
}

/** Undefined where nothing is kept, or what is no JSON. */
export function readLocal(key: string): unknown {
  return attempt((): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')) ?? undefined;
}

export function dropLocal(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

/** The keys that begin so. */
export function listLocal(start: string): string[] {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start));
}

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
