import { useMemo } from 'react';
import type { User } from '../../../protocol/entities.ts';
import { useUsers } from '../../../queries/users.ts';
import { filterUsers } from './search.ts';

export interface FoundUsers {
  /** Undefined until the list is there. */
  users: readonly User[] | undefined;
  /** How many there are in all. */
  total: number;
  error: Error | null;
  retry: () => void;
}

/** The people whose names contain the query. */
export function useFilteredUsers(query: string): FoundUsers {
  const { data, error, refetch } = useUsers();
  const users = useMemo(() => data && filterUsers(data, query), [data, query]);
  return { users, total: data?.length ?? 0, error, retry: () => void refetch() };
}
