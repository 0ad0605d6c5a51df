/** Values in IndexedDB. The browser may refuse each call: wrap it in `attempt`. */
import { createStore, type UseStore } from 'idb-keyval';

/** A store of this browser, opened on first use. */
export function openOnFirstUse(database: string, name: string): () => UseStore {
  let opened: UseStore | undefined;
  return () => {
    opened ??= createStore(database, name);
    return opened;
  };
}

/** Undefined instead of an exception. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
