/**
 * The latest writes of the cache, while Devtools is open: all entries before the first of them, and each write with its
 * cause and the data that it left. In memory it holds references, since data of the cache is never changed in place. As
 * a file it is JSON lines: what a bug report needs, the entries at the beginning, then a line for each write.
 */
import type { Mutation, MutationState, QueryClient, QueryKey } from '@tanstack/react-query';
import manifest from '../../package.json' with { type: 'json' };
import { getFeatures, realtimeQueries } from '../backend/connection.ts';
import type { Cause } from '../cache/write.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { getInView, isLookedAt } from '../stores/attention.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getUnseenCounts, type UnseenCounts } from '../stores/unseen.ts';
import { writeFaults } from './lab/fault-plan.ts';
import { getInstalledFaults } from './lab/install.ts';

export interface Change {
  /** A mutation has `['mutation', id]`, and its data is a `RecordedMutation`. */
  queryKey: QueryKey;
  /** Undefined: the entry was removed. */
  data?: unknown;
}

export interface RecordedMutation {
  mutationKey: readonly unknown[];
  state: MutationState;
  meta: Mutation['meta'];
}

export interface Moment {
  /** Of this window's clock, in ms since the epoch. */
  at: number;
  cause: Cause;
  changes: readonly Change[];
  /** Of an event: what it found beside the cache, on which its effect depends. */
  view?: View;
  /** After it, if it has changed them. */
  unseen?: UnseenCounts;
}

export interface View {
  selectedUserId: UserId | null;
  isLookedAt: boolean;
  /** The newest message of the open conversation that is in view. */
  inView: MessageId | null;
  unseen: UnseenCounts;
}

export interface Recording {
  /** Number of the last moment before the recording: its own moments are numbered from there. */
  first: number;
  base: readonly Change[];
  /** Before the first moment. */
  unseen: UnseenCounts;
  moments: readonly Moment[];
}

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

const LENGTH = 200;

export function createRecorder(base: readonly Change[]) {
  let recording = { first: 0, base, unseen: getUnseenCounts(), moments: [] as readonly Moment[] };
  let added: Moment[] = [];

  function getRecording(): Recording {
    const moments = [...recording.moments, ...added];
    const old = Math.max(0, moments.length - LENGTH);
    const { entries, unseen } = stateAfter({ ...recording, moments }, recording.first + old);
    const base = [...entries.values()];
    recording = { first: recording.first + old, base, unseen, moments: moments.slice(old) };
    added = [];
    return recording;
  }

  return {
    /** Returns the moment's number. */
    add(moment: Moment): number {
      added.push(moment);
      // Seldom: it copies the list of entries.
      if (added.length >= LENGTH) getRecording();
      return recording.first + recording.moments.length + added.length;
    },
    getRecording,
    /** The session has ended: nothing stays of its person. */
    clear(): void {
      const { first, moments } = getRecording();
      recording = { first: first + moments.length, base: [], unseen: new Map(), moments: [] };
    },
  };
}

/** The entries after the moment with this number, by their keys as JSON, and the unseen counts. */
export function stateAfter(
  { first, base, moments, unseen }: Recording,
  number: number,
): { entries: ReadonlyMap<string, Change>; unseen: UnseenCounts } {
  const entries = new Map<string, Change>();
  const past = moments.slice(0, number - first);
  for (const change of [...base, ...past.flatMap(({ changes }) => changes)]) {
    const key = JSON.stringify(change.queryKey);
    if (change.data === undefined) entries.delete(key);
    else entries.set(key, change);
  }
  return { entries, unseen: past.findLast((moment) => moment.unseen)?.unseen ?? unseen };
}

export const FORMAT = 'duet-recording-2';

/** Fields with words of people, or with an address that shows a picture to everybody. */
const PERSONAL = [
  'text',
  'fullName',
  'bio',
  'email',
  'image',
  'profilePic',
  'smallPic',
  'token',
  'client',
];

export function writeRecording(
  recording: Recording,
  { withTexts, about }: { withTexts: boolean; about?: object },
): string {
  const { first, base, unseen, moments } = recording;
  const lines = [{ format: FORMAT, about, first, unseen, base }, ...moments];
  return lines
    .map((line) => `${JSON.stringify(line, withTexts ? encode : encodeWithoutTexts)}\n`)
    .join('');
}

/** What a bug report needs to be reproduced. It has no words and names of people. */
export function describePage(queryClient: QueryClient): object {
  const faults = getInstalledFaults();
  const [script] = document.querySelectorAll<HTMLScriptElement>('script[src]');
  return {
    address: `${location.origin}/${faults ? writeFaults(faults) : ''}`,
    // The name of the first script has the hash of the build.
    build: script ? new URL(script.src).pathname : 'unknown',
    versions: {
      // By their names, so that the rest of the file is not in the build.
      duet: manifest.version,
      query: manifest.devDependencies['@tanstack/react-query'],
      react: manifest.devDependencies.react,
    },
    browser: navigator.userAgent,
    window: `${innerWidth}x${innerHeight}, text ${getComputedStyle(document.documentElement).fontSize}`,
    features: [...(getFeatures(queryClient) ?? ['not announced'])],
    connection: queryClient.getQueryData(realtimeQueries.connection().queryKey) ?? null,
  };
}

/** Sets and maps as JSON. Equal data gives equal text. */
export function encode(_name: string, value: unknown): unknown {
  if (value instanceof Set) return { $set: [...value] };
  if (value instanceof Map) return { $map: [...value] };
  if (value instanceof Error) return { $error: value.name };
  return value;
}

function encodeWithoutTexts(name: string, value: unknown): unknown {
  if (typeof value === 'string' && PERSONAL.includes(name)) return value.replaceAll(/\S/gu, 'x');
  // The words of a search are in its key.
  if (name === 'queryKey' && Array.isArray(value) && value[2] === 'search')
    return value.with(3, 'x');
  return encode(name, value);
}
