import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { compareIds } from '../../../conversation/patches/message-order.ts';
import { findUser } from '../../../people/patches.ts';
import { getUsers, userQueries } from '../../../people/users.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { foldText } from '../../../protocol/search-text.ts';
import { useFlagged } from '../../../stores/people-settings.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { useUnseenCounts } from '../../../stores/unseen.ts';

export interface People {
  /** People whose names contain the query, in order. Undefined until the list has loaded. */
  ids: readonly UserId[] | undefined;
  isEmpty: boolean;
  error: Error | null;
  retry: () => void;
  /** While the list is frozen, nobody changes places. */
  onFreeze: (isFrozen: boolean) => void;
}

/** The order in which the list stays. A pin ends it: the person waits for its effect. */
interface Frozen {
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
  const unread = useFlagged('unread');
  const pinned = useFlagged('pinned');
  const removed = useFlagged('removed');
  const [frozen, setFrozen] = useState<Frozen | null>(null);

  const order = (users: readonly User[]) =>
    orderUsers(users, (userId) => {
      if (pinned.has(userId)) return 2;
      return isUnreadFirst && (unseen.has(userId) || unread.has(userId)) ? 1 : 0;
    });

  const { data, error, refetch } = useQuery({
    ...userQueries.list(),
    refetchOnMount: () => (shown.has(queryClient) ? 'always' : true),
    select: (users: readonly User[]) => {
      const ordered = order(users.filter((user) => !(user.deleted && removed.has(user._id))));
      const shown = frozen?.pinned === pinned ? keepPlaces(frozen.ids, ordered) : ordered;
      return findByName(shown, users, query);
    },
  });
  useEffect(() => () => void shown.add(queryClient), [queryClient]);

  return {
    ids: data,
    isEmpty: data?.length === 0 && getUsers(queryClient)?.length === 0,
    error,
    retry: () => void refetch(),
    onFreeze: (isFrozen) => {
      const users = getUsers(queryClient) ?? [];
      setFrozen((before) => {
        if (!isFrozen) return null;
        return before?.pinned === pinned ? before : { ids: order(users), pinned };
      });
    },
  };
}

/** The order of the people in the list. Pure. */

type Users = readonly User[];
type Ids = readonly UserId[];

/** Higher ranks first, and each rank by recency. */
const orderUsers = (users: Users, rankOf: (userId: UserId) => number): Ids =>
  orderByRecency(users).toSorted((a, b) => rankOf(b) - rankOf(a));

/** Sorted once per list, not for each letter of the search. */
const byRecency = new WeakMap<Users, Ids>();

/** Latest conversation first, if the server sends it (feature `listExtras`); all others in the server's order. */
export function orderByRecency(users: Users): Ids {
  const ids =
    byRecency.get(users) ??
    users.toSorted((a, b) => compareIds(latestOf(b), latestOf(a))).map(({ _id }) => _id);
  byRecency.set(users, ids);
  return ids;
}

const latestOf = ({ lastMessage }: User) => lastMessage ?? { _id: '' };

/** The previous order, while the list is frozen; new people come last. */
function keepPlaces(frozen: Ids, ordered: Ids): Ids {
  const present = new Set(ordered);
  const kept = frozen.filter((id) => present.delete(id));
  return [...kept, ...present];
}

/** People whose full name contains the query (spec section 2), compared by `foldText`; all for a blank query. */
export function findByName(
  ids: readonly UserId[],
  users: readonly User[],
  query: string,
): readonly UserId[] {
  const wanted = foldText(query).trim();
  if (wanted === '') return ids;
  return ids.filter((id) => foldText(findUser(users, id)?.fullName ?? '').includes(wanted));
}
