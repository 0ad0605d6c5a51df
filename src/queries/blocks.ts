/** Blocking somebody, whose messages are then no longer delivered (extension `block`). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setBlocked } from '../api/blocks.ts';
import type { UserId } from '../protocol/entities.ts';
import { updateUser } from './users.ts';

/** `onDone` is told what holds from now on. */
export function useSetBlocked(userId: UserId, onDone: (isBlocked: boolean) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isBlocked: boolean) => setBlocked(userId, isBlocked),
    networkMode: 'always',
    onSuccess: (_answer, isBlocked) => {
      updateUser(queryClient, userId, { blocked: isBlocked });
      onDone(isBlocked);
    },
  });
}
