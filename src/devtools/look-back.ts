/**
 * Shows the app as it was after an earlier write, read-only. The screens get a cache of their own with the recorded
 * entries. The live cache goes on meanwhile: what arrives, and what was under way, is there after the return.
 */
import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { showEarlierCache } from '../cache/shown-cache.tsx';
import { addMutation, removeData, removeMutation, withCause, writeData } from '../cache/write.ts';
import { coverChat } from '../stores/attention.ts';
import { showEarlierUnseen } from '../stores/unseen.ts';
import { type Change, type RecordedMutation, type Recording, stateAfter } from './recording.ts';

interface LookBack {
  recording: Recording;
  /** Of the moment that is shown. */
  number: number;
  cache: QueryClient;
  /** Makes the app usable again. */
  release: () => void;
}

/** Null: the screens show the present. */
export const useLookBack = create<LookBack | null>(() => null);

const CAUSE = { kind: 'devtools', name: 'look back' } as const;

export function lookBack(recording: Recording, number: number): void {
  const { cache, release } = useLookBack.getState() ?? open();
  const { entries, unseen } = stateAfter(recording, number);
  withCause(CAUSE, () => notifyManager.batch(() => fill(cache, entries)));
  showEarlierUnseen(unseen);
  showEarlierCache(cache);
  useLookBack.setState({ recording, number, cache, release });
}

export function returnToNow(): void {
  const current = useLookBack.getState();
  if (!current) return;
  useLookBack.setState(null, true);
  showEarlierCache(null);
  showEarlierUnseen(null);
  // Before the release, which lets waiting fetches go.
  withCause(CAUSE, () => removeData(current.cache, {}));
  current.release();
}

function open(): Pick<LookBack, 'cache' | 'release'> {
  // Fetches of this cache wait until it is cleared, also if the browser comes online meanwhile. Those of the live one do
  // not ask whether it is.
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(false);
  const root = document.getElementById('root');
  root?.toggleAttribute('inert', true);
  const keys = new AbortController();
  // Shortcuts listen to the whole page. What a key does by itself, as in the slider, stays.
  const ignore = (event: KeyboardEvent) => event.stopImmediatePropagation();
  window.addEventListener('keydown', ignore, { capture: true, signal: keys.signal });
  const uncover = coverChat();
  const queries = {
    networkMode: 'online',
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  } as const;
  return {
    cache: new QueryClient({ defaultOptions: { queries } }),
    release() {
      onlineManager.setOnline(true);
      root?.toggleAttribute('inert', false);
      keys.abort();
      uncover();
    },
  };
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
