/**
 * A query filled by events: it does not fetch, has data from the start and is never removed, so components read it like
 * any other.
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
    // If called anyway, it returns the current data.
    queryFn: ({ client }) => client.getQueryData<Data>(queryKey) ?? initialData(),
  });
