import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findUser } from '../../people/patches.ts';
import { userQueries } from '../../people/users.ts';
import type { UserId } from '../../protocol/entities.ts';

interface LeavesNobodyProps {
  userId: UserId;
  onLeave: () => void;
}

/** If the server knows nobody of this id, the address leads to the list. */
export function LeavesNobody({ userId, onLeave }: LeavesNobodyProps) {
  const { data, dataUpdatedAt, isFetching } = useQuery({
    ...userQueries.list(),
    select: (users) => findUser(users, userId) === undefined,
  });
  const isNobody = data === true && dataUpdatedAt > 0 && !isFetching;
  useEffect(() => {
    if (isNobody) onLeave();
  }, [isNobody, onLeave]);
  return null;
}
