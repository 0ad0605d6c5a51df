/** Values in IndexedDB. The browser may refuse each call: wrap it in `attempt`. */
import { createStore, type UseStore } from 'idb-keyval';

/** What the browser says when it has closed a database, with or without an event, while the page lives. */
const CLOSED = ['InvalidStateError', 'UnknownError', 'AbortError'];

/** A store of this browser, opened on first use, and again after the browser has closed it. */
export function openOnFirstUse(database: string, name: string): () => UseStore {
  let opened: UseStore | undefined;
  const use: UseStore = async (mode, act) => {
    try {
      opened ??= createStore(database, name);
      return await opened(mode, act);
    } catch (error) {
      if (!(error instanceof DOMException && CLOSED.includes(error.name))) throw error;
      // An aborted transaction has changed nothing.
      opened = createStore(database, name);
      return opened(mode, act);
    }
  };
  return () => use;
}

/** Undefined instead of an exception. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
