/**
 * Reads a recording of Devtools, which is also a bug report, and plays it on an empty cache: events by the app's own code,
 * all other writes as they were recorded. So a bug in the effect of an event happens again, in a test or under a debugger.
 */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { clearData, removeData, withCause, writeData } from '../../../src/cache/write.ts';
import {
  type Change,
  encode,
  FORMAT,
  type Moment,
  type Recording,
  type View,
} from '../../../src/devtools/recording.ts';
import { makeQueryClient } from '../../../src/query-client.ts';
import { createLiveSession } from '../../../src/realtime/live-session.ts';
import { authQueries } from '../../../src/session/auth.ts';
import { setInView } from '../../../src/stores/attention.ts';
import { clearSelection, selectUser } from '../../../src/stores/selection.ts';
import { clearUnseen, restoreUnseen } from '../../../src/stores/unseen.ts';

/** An entry that is not as it was recorded after an event. */
interface Difference {
  /** Of the event, from 1. */
  moment: number;
  event: string;
  key: string;
  /** Undefined: there is no such entry. */
  recorded: unknown;
  replayed: unknown;
}

/** Empty: the same events had the same effect, entry by entry. */
export function replay(recording: Recording): Difference[] {
  const base = recording.base.filter(isEntry);
  const moments = recording.moments.map((moment) => ({
    ...moment,
    changes: moment.changes.filter(isEntry),
  }));
  const queryClient = makeQueryClient();
  const world = imitateWindow(queryClient);
  world.take(base);
  const meId = queryClient.getQueryData(authQueries.me().queryKey)?._id ?? '';
  const session = createLiveSession({
    queryClient,
    meId,
    emit: () => true,
    reconnect: () => undefined,
  });
  const differences: Difference[] = [];
  try {
    moments.forEach(({ cause, changes, view }, index) => {
      const { kind, name, payload } = cause;
      if (kind === 'event' && name !== undefined && Array.isArray(payload)) {
        if (view) world.setView(view);
        const touched = world.watch(() => session.handleEvents([{ name, payload }]));
        for (const found of compare(queryClient, changes, touched))
          differences.push({ moment: index + 1, event: name, ...found });
      }
      // What differs is told once, and not again by all that follows.
      world.take(changes);
    });
  } finally {
    session.close();
    world.end();
    clearData(queryClient);
  }
  return differences;
}

function compare(
  queryClient: QueryClient,
  changes: readonly Change[],
  touched: ReadonlyMap<string, Change>,
): Pick<Difference, 'key' | 'recorded' | 'replayed'>[] {
  const recorded = new Map(changes.map((change) => [hashKey(change.queryKey), change]));
  return [...new Map([...touched, ...recorded])]
    .map(([hash, { queryKey }]) => ({
      key: hash,
      recorded: (recorded.get(hash) ?? touched.get(hash))?.data,
      replayed: queryClient.getQueryData(queryKey),
    }))
    .filter(({ recorded, replayed }) => !isEqual(recorded, replayed));
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one, encode) === JSON.stringify(other, encode);

/** The window as it was: its entries, unseen counts, and what the person had in view. */
function imitateWindow(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache();
  const { hasFocus } = document;
  let isLookedAt = false;
  document.hasFocus = () => isLookedAt;

  return {
    take(changes: readonly Change[]): void {
      withCause({ kind: 'devtools', name: 'replay' }, () => {
        for (const { queryKey, data } of changes) {
          if (data === undefined) removeData(queryClient, { queryKey, exact: true });
          else writeData(queryClient, queryKey, data);
        }
      });
    },

    setView({ selectedUserId, isLookedAt: looked, inView, unseen }: View): void {
      isLookedAt = looked;
      clearUnseen();
      restoreUnseen([...unseen]);
      if (selectedUserId === null) clearSelection();
      else {
        selectUser(selectedUserId);
        setInView(selectedUserId, inView);
      }
    },

    /** The entries that `run` changes, with the data from before. */
    watch(run: () => void): ReadonlyMap<string, Change> {
      const before = new Map(cache.getAll().map((query) => [query.queryHash, query.state.data]));
      run();
      return new Map(
        cache
          .getAll()
          .filter(({ queryHash, state }) => state.data !== before.get(queryHash))
          .map(({ queryHash, queryKey }) => [queryHash, { queryKey, data: before.get(queryHash) }]),
      );
    },

    end(): void {
      document.hasFocus = hasFocus;
      clearSelection();
      clearUnseen();
    },
  };
}

/** Mutations do nothing to what an event does. */
const isEntry = ({ queryKey }: Change): boolean => queryKey[0] !== 'mutation';

/** Throws an Error if the text is not a recording. */
export function readRecording(text: string): Recording {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const { format, first, base, unseen }: Head = JSON.parse(head, decode);
  if (format !== FORMAT) throw new Error('This file is not a recording of Duet.');
  const moments: Moment[] = lines.map((line) => JSON.parse(line, decode));
  return { first, base, unseen, moments };
}

type Head = Omit<Recording, 'moments'> & { format: unknown };

function decode(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$set' in value && Array.isArray(value.$set)) return new Set(value.$set);
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map);
  return value;
}
