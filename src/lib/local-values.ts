/**
 * JSON values in local storage, which are stored when the call returns. IndexedDB loses pending writes when a page
 * closes. Without storage or room, nothing is stored: nothing here throws.
 */

/** Returns whether it is stored. */
export function keepLocal(key: string, value: unknown): boolean {
  const isKept = attempt(() => {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  });
  return isKept ?? false;
}

/** Undefined if nothing is stored, or it is not JSON. */
export function readLocal(key: string): unknown {
  return attempt((): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')) ?? undefined;
}

export function dropLocal(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

/** The keys with this prefix. */
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
