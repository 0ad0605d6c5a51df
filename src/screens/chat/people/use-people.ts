import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getUsers, userQueries } from '../../../people/users.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { useMarked } from '../../../stores/people-settings.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { useUnseenCounts } from '../../../stores/unseen.ts';
import { findByName } from './find-by-name.ts';
import { keepPlaces, orderUsers } from './order.ts';

export interface People {
  /** People whose names contain the query, in order. Undefined until the list has loaded. */
  ids: readonly UserId[] | undefined;
  /** Whether there is anybody at all. */
  isEmpty: boolean;
  error: Error | null;
  retry: () => void;
  /** While the list is held, nobody changes places. */
  onHold: (isHeld: boolean) => void;
}

/** The order in which the list stays. A pin ends it: the person waits for its effect. */
interface Held {
  ids: readonly UserId[];
  pinned: ReadonlySet<UserId>;
}

/** If the list was on the screen before, it is fetched again when it returns (spec section 4). */
const shown = new WeakSet<QueryClient>();

/** The people in the list. Renders when the order changes, not with each message. */
export function usePeople(query: string): People {
  const queryClient = useQueryClient();
  const isUnreadFirst = usePreference('isUnreadFirst');
  const unseen = useUnseenCounts(isUnreadFirst);
  const unread = useMarked('unread');
  const pinned = useMarked('pinned');
  const [held, setHeld] = useState<Held | null>(null);

  const order = (users: readonly User[]) =>
    orderUsers(users, (userId) => {
      if (pinned.has(userId)) return 2;
      return isUnreadFirst && (unseen.has(userId) || unread.has(userId)) ? 1 : 0;
    });

  const { data, error, refetch } = useQuery({
    ...userQueries.list(),
    refetchOnMount: () => (shown.has(queryClient) ? 'always' : true),
    select: (users: readonly User[]) => {
      const ordered = order(users);
      const shown = held?.pinned === pinned ? keepPlaces(held.ids, ordered) : ordered;
      return findByName(shown, users, query);
    },
  });
  useEffect(() => () => void shown.add(queryClient), [queryClient]);

  return {
    ids: data,
    isEmpty: data?.length === 0 && getUsers(queryClient)?.length === 0,
    error,
    retry: () => void refetch(),
    onHold: (isHeld) => {
      const users = getUsers(queryClient) ?? [];
      setHeld((before) => {
        if (!isHeld) return null;
        return before?.pinned === pinned ? before : { ids: order(users), pinned };
      });
    },
  };
}
