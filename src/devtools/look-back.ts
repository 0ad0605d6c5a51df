/**
 * Shows the app as it was after an earlier write, read-only. The screens get a cache of their own with the recorded
 * entries. The live cache goes on meanwhile: what arrives, and what was under way, is there after the return.
 */
import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { showEarlierCache } from '../cache/shown-cache.tsx';
import {
  addMutation,
  clearData,
  removeData,
  removeMutation,
  withCause,
  writeData,
} from '../cache/write.ts';
import { coverChat } from '../stores/attention.ts';
import { showEarlierUnseen } from '../stores/unseen.ts';
import { type Change, type RecordedMutation, type Recording, stateAfter } from './recording.ts';

interface LookBack {
  recording: Recording;
  /** Of the moment that is shown. */
  number: number;
  cache: QueryClient;
  /** The person does not read what is shown. */
  uncover: () => void;
}

const useLookBackStore = create<{ current: LookBack | null }>(() => ({ current: null }));

/** Null: the screens show the present. */
export const useLookBack = (): LookBack | null => useLookBackStore(({ current }) => current);

export function lookBack(recording: Recording, number: number): void {
  const { current } = useLookBackStore.getState();
  const { cache, uncover } = current ?? open();
  const { entries, unseen } = stateAfter(recording, number);
  withCause({ kind: 'devtools', name: 'look back' }, () =>
    notifyManager.batch(() => fill(cache, entries)),
  );
  showEarlierUnseen(unseen);
  showEarlierCache(cache);
  useLookBackStore.setState({ current: { recording, number, cache, uncover } });
}

export function returnToNow(): void {
  const { current } = useLookBackStore.getState();
  if (!current) return;
  useLookBackStore.setState({ current: null });
  showEarlierCache(null);
  showEarlierUnseen(null);
  clearData(current.cache);
  onlineManager.setOnline(true);
  current.uncover();
  setInert(false);
}

function open(): Pick<LookBack, 'cache' | 'uncover'> {
  // Fetches of this cache wait until it is cleared. Those of the live one do not ask whether the browser is online.
  onlineManager.setOnline(false);
  setInert(true);
  const queries = {
    networkMode: 'online',
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  } as const;
  return { cache: new QueryClient({ defaultOptions: { queries } }), uncover: coverChat() };
}

function setInert(isInert: boolean): void {
  document.getElementById('root')?.toggleAttribute('inert', isInert);
}

function fill(cache: QueryClient, entries: ReadonlyMap<string, Change>): void {
  for (const { queryKey } of cache.getQueryCache().getAll())
    if (!entries.has(JSON.stringify(queryKey))) removeData(cache, { queryKey, exact: true });
  for (const mutation of cache.getMutationCache().getAll()) removeMutation(cache, mutation);
  for (const { queryKey, data } of entries.values()) {
    if (isMutation(data)) {
      const { mutationKey, state, meta } = data;
      addMutation(cache, { mutationKey, ...(meta && { meta }) }, state);
    } else if (cache.getQueryData(queryKey) !== data) {
      // As if from the device: nothing that depends on an answer begins.
      writeData(cache, queryKey, data, { updatedAt: 0 });
    }
  }
}

const isMutation = (data: unknown): data is RecordedMutation =>
  typeof data === 'object' && data !== null && 'mutationKey' in data;
