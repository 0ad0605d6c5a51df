/**
 * A query that events fill: it does not fetch, has data from the start and is never collected, so
 * that components read it like any other.
 */
import { type NonUndefinedGuard, queryOptions } from '@tanstack/react-query';

export const pushedQuery = <Data>(
  queryKey: readonly string[],
  initialData: () => NonUndefinedGuard<Data>,
) =>
  queryOptions<Data>({
    queryKey,
    initialData,
    enabled: false,
    // Asked all the same, it returns what is there.
    queryFn: ({ client }) => client.getQueryData<Data>(queryKey) ?? initialData(),
  });
