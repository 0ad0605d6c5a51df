/** Values in IndexedDB. The browser may refuse each call: wrap it in `attempt`. */
import { keys, promisifyRequest, type UseStore } from 'idb-keyval';

/** What the browser says when it has closed a database, with or without an event, while the page lives. */
const CLOSED = ['InvalidStateError', 'UnknownError', 'AbortError'];

/** A store of this browser, opened on first use, and again after the browser has closed it. */
export function openOnFirstUse(name: string, objects: string): () => UseStore {
  let opening: ReturnType<typeof open> | undefined;
  const runOnce: UseStore = async (mode, act) => {
    opening ??= open(name, objects);
    const { database } = await opening;
    return act(database.transaction(objects, mode).objectStore(objects));
  };
  const run: UseStore = async (mode, act) => {
    try {
      return await runOnce(mode, act);
    } catch (error) {
      opening = undefined;
      if (!(error instanceof DOMException && CLOSED.includes(error.name))) throw error;
      // An aborted transaction has changed nothing.
      return runOnce(mode, act);
    }
  };
  return () => run;
}

/**
 * In a bucket of its own, where the browser has buckets. The result holds the bucket: once it is collected as garbage,
 * Chromium cuts its database.
 */
async function open(name: string, objects: string) {
  const bucket = await navigator.storageBuckets?.open(name);
  const request = (bucket?.indexedDB ?? indexedDB).open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(objects);
  return { database: await promisifyRequest(request), bucket };
}

/** Deletes the files of an empty store: Chromium leaves deleted values in them, unless their bucket is deleted. */
export async function dropIfEmpty(name: string, store: UseStore): Promise<void> {
  if ((await keys(store)).length === 0) await navigator.storageBuckets?.delete(name);
}

/** Undefined instead of an exception. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
