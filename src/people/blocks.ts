/** Blocks a person, whose messages are then not delivered any more (feature `block`). */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { setBlocked } from '../api/blocks.ts';
import { withCause } from '../cache/write.ts';
import type { UserId } from '../protocol/entities.ts';
import { updateUser } from './change-users.ts';
import { scheduleUsersRefetch } from './users.ts';

/** `onDone` gets the new state. */
export function useSetBlocked(userId: UserId, onDone: (isBlocked: boolean) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isBlocked: boolean) => setBlocked(userId, isBlocked),
    onSuccess: (_answer, isBlocked) => {
      withCause({ kind: 'mutation', name: 'block' }, () =>
        noteBlocked(queryClient, userId, isBlocked),
      );
      onDone(isBlocked);
    },
  });
}

/** The list is fetched again too: the last visit is sent only without a block. */
export function noteBlocked(queryClient: QueryClient, userId: UserId, isBlocked: boolean): void {
  updateUser(queryClient, userId, { blocked: isBlocked });
  scheduleUsersRefetch(queryClient);
}
