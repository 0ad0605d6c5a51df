/** Values in IndexedDB, in a browser with storage buckets. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { del, get, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropIfEmpty, openOnFirstUse } from '../../src/lib/device-store.ts';

const buckets = new Map<string, { indexedDB: IDBFactory }>();
const open = vi.fn(async (name: string) => {
  const bucket = buckets.get(name) ?? { indexedDB: new IDBFactory() };
  buckets.set(name, bucket);
  return bucket;
});

let isOtherWriting: boolean;
/** As if the time to wait for another window were over at once. */
async function request(_name: string, ...rest: Array<LockOptions | (() => unknown)>) {
  const isShared = rest.some((each) => 'mode' in each && each.mode === 'shared');
  if (isOtherWriting && !isShared) throw new DOMException('', 'TimeoutError');
  return rest.find((each) => typeof each === 'function')?.();
}

beforeEach(() => {
  buckets.clear();
  isOtherWriting = false;
  open.mockClear();
  const remove = async (name: string) => void buckets.delete(name);
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  Object.defineProperty(navigator, 'storageBuckets', {
    value: { open, delete: remove, keys: async () => [...buckets.keys()] },
    configurable: true,
  });
});

test('Files of an empty store are deleted, but not while another window writes', async () => {
  const store = openOnFirstUse('outbox', 'messages');
  await get('key', store());
  isOtherWriting = true;
  await expect(dropIfEmpty('outbox', store())).rejects.toThrow();
  isOtherWriting = false;
  expect([...buckets.keys()]).toEqual(['outbox']);
  await set('key', 'value', store());
  await dropIfEmpty('outbox', store());
  expect(await get('key', store())).toBe('value');
  await del('key', store());
  await dropIfEmpty('outbox', store());
  expect([...buckets.keys()]).toEqual([]);
});

test('A store that could not be opened is opened by the next call', async () => {
  const store = openOnFirstUse('later', 'messages');
  open.mockRejectedValueOnce(new TypeError('Not now'));
  await expect(set('key', 'value', store())).rejects.toThrow('Not now');
  await set('key', 'value', store());
  expect(await get('key', store())).toBe('value');
});
