/**
 * The only module that writes data of the cache and adds or removes mutations, and who does it: what runs in `withCause`
 * has that cause. Otherwise only Query itself writes: the answers of its fetches, the progress of mutations, and what the
 * buttons of Devtools do.
 */
import {
  type DefaultError,
  type InferDataFromTag,
  type Mutation,
  type MutationOptions,
  type MutationState,
  type NonUndefinedGuard,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
  type SetDataOptions,
  type Updater,
} from '@tanstack/react-query';

export interface Cause {
  kind:
    | 'event'
    | 'answer'
    | 'catch-up'
    | 'mutation'
    | 'restore'
    | 'window'
    | 'timer'
    | 'reader'
    | 'connection'
    | 'session'
    | 'devtools'
    | 'unexplained';
  name?: string;
  payload?: unknown;
}

/** Calls `run` once, and returns its result. */
type WriteObserver = <Result>(cause: Cause, run: () => Result) => Result;

declare global {
  interface Window {
    /** A program that looks at the page from its start may set it before the app's scripts; the browser tests do. */
    observeCacheWrites?: WriteObserver;
  }
}

let observer = globalThis.window?.observeCacheWrites;

/** Devtools' ledger observes while it is open. Returns a function that removes the observer. */
export function observeWrites(next: WriteObserver): () => void {
  const before = observer;
  observer = next;
  return () => {
    if (observer === next) observer = before;
  };
}

/** States the cause of what `run` writes before its first `await`. Within another cause, that one counts. */
export const withCause: WriteObserver = (cause, run) => (observer ? observer(cause, run) : run());

const UNEXPLAINED: Cause = { kind: 'unexplained' };

/** As `setQueryData`. */
export function writeData<Data = unknown, Key extends QueryKey = QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  data: Updater<
    InferDataFromTag<NoInfer<Data>, Key> | undefined,
    InferDataFromTag<NoInfer<Data>, Key> | undefined
  >,
  options?: SetDataOptions,
): void {
  withCause(UNEXPLAINED, () => queryClient.setQueryData<Data, Key>(queryKey, data, options));
}

export function removeData(queryClient: QueryClient, filters: QueryFilters): void {
  withCause(UNEXPLAINED, () => queryClient.removeQueries(filters));
}

export function resetData(queryClient: QueryClient, filters: QueryFilters): void {
  withCause(UNEXPLAINED, () => void queryClient.resetQueries(filters));
}

/** Removes everything, at the end of a session. */
export function clearData(queryClient: QueryClient): void {
  withCause({ kind: 'session', name: 'end' }, () => queryClient.clear());
}

/** As `build` of the mutation cache. */
export const addMutation = <Data, Variables>(
  queryClient: QueryClient,
  options: MutationOptions<Data, DefaultError, Variables>,
  state?: MutationState<Data, DefaultError, Variables>,
): Mutation<Data, DefaultError, Variables> =>
  withCause(UNEXPLAINED, () => queryClient.getMutationCache().build(queryClient, options, state));

export function removeMutation(queryClient: QueryClient, mutation: Mutation): void {
  withCause(UNEXPLAINED, () => queryClient.getMutationCache().remove(mutation));
}

/** Screens show mutations in the order of the cache. */
export function moveMutationToEnd(queryClient: QueryClient, mutation: Mutation): void {
  removeMutation(queryClient, mutation);
  withCause(UNEXPLAINED, () => queryClient.getMutationCache().add(mutation));
}

/**
 * A query filled by events: it does not fetch, has data from the start and is never removed, so components read it like
 * any other.
 */
export const pushedQuery = <Data>(
  queryKey: readonly string[],
  initialData: () => NonUndefinedGuard<Data>,
) =>
  queryOptions<Data>({
    queryKey,
    initialData,
    enabled: false,
    // If called anyway, it returns the current data.
    queryFn: ({ client }) => client.getQueryData<Data>(queryKey) ?? initialData(),
  });
