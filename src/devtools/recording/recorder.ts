/** Records the latest writes of the cache while Devtools is open. */
import type { QueryClient } from '@tanstack/react-query';
import { getInView, isLookedAt } from '../../stores/attention.ts';
import { getSelectedUserId } from '../../stores/selection.ts';
import { getUnseenCounts } from '../../stores/unseen.ts';
import { type Change, entriesAfter, type Moment, type Recording, type View } from './recording.ts';

/** What the effect of an event may depend on. */
export function readView(): View {
  const selectedUserId = getSelectedUserId();
  return {
    selectedUserId,
    isLookedAt: isLookedAt(),
    inView: getInView(selectedUserId ?? '')?.upTo ?? null,
    unseen: getUnseenCounts(),
  };
}

/** Number of moments. */
const LENGTH = 200;

export interface Recorder {
  /** Whether the entry with this hash is part of the recording. */
  isRecorded(queryHash: string): boolean;
  note(moment: Moment): void;
  getRecording(): Recording;
}

export function createRecorder(
  queryClient: QueryClient,
  isRecorded: Recorder['isRecorded'],
): Recorder {
  let base: readonly Change[] = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryHash }) => isRecorded(queryHash))
    .map(({ queryKey, state }) => ({ queryKey, data: state.data }));
  let moments: Moment[] = [];

  return {
    isRecorded,
    note(moment) {
      moments.push(moment);
      if (moments.length < 2 * LENGTH) return;
      const old = moments.length - LENGTH;
      base = [...entriesAfter({ base, moments }, old).values()];
      moments = moments.slice(old);
    },
    getRecording: () => ({ base, moments: [...moments], end: readView() }),
  };
}
