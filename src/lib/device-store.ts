/** Values in IndexedDB. The browser may refuse each call: wrap it in `attempt`. */
import { keys, promisifyRequest, type UseStore } from 'idb-keyval';
import { getLocks } from './windows.ts';

/** What the browser says when it has closed a database, with or without an event, while the page lives. */
const CLOSED = ['InvalidStateError', 'UnknownError', 'AbortError'];

/** A store of this browser, opened on first use, and again after the browser has closed it. */
export function openOnFirstUse(name: string, objects: string): () => UseStore {
  let opening: ReturnType<typeof open> | undefined;
  const runOnce: UseStore = async (mode, act) => {
    opening ??= open(name, objects).catch((error) => {
      opening = undefined;
      throw error;
    });
    const used = opening;
    try {
      const { database, bucket } = await used;
      const run = () => act(database.transaction(objects, mode).objectStore(objects));
      const locks = bucket && mode === 'readwrite' ? getLocks() : undefined;
      return await (locks ? locks.request(name, { mode: 'shared' }, run) : run());
    } catch (error) {
      if (isClosed(error) && opening === used) opening = undefined;
      throw error;
    }
  };
  const run: UseStore = async (mode, act) => {
    try {
      return await runOnce(mode, act);
    } catch (error) {
      if (!isClosed(error)) throw error;
      // An aborted transaction has changed nothing.
      return runOnce(mode, act);
    }
  };
  return () => run;
}

const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && CLOSED.includes(error.name);

/**
 * In a bucket of its own, where the browser has buckets. If a bucket cannot be opened, no other place is used: a later
 * start would not look there. The result holds the bucket: Chromium closes the database of a bucket that nobody holds.
 */
async function open(name: string, objects: string) {
  const bucket = await navigator.storageBuckets?.open(name);
  const request = (bucket?.indexedDB ?? indexedDB).open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(objects);
  return { database: await promisifyRequest(request), bucket };
}

/** How long a window that writes is waited for. */
const WRITE_MS = 1_000;

/**
 * Deletes the files of an empty store: Chromium leaves deleted values in them, unless their bucket is deleted. Rejects if
 * another window goes on writing: the files stay.
 */
export async function dropIfEmpty(name: string, store: UseStore): Promise<void> {
  const buckets = navigator.storageBuckets;
  if (!buckets) return;
  await getLocks()?.request(name, { signal: AbortSignal.timeout(WRITE_MS) }, async () => {
    if ((await keys(store)).length === 0) await buckets.delete(name);
  });
}

/** Undefined instead of an exception. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
