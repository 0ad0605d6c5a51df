/** Blocking somebody, whose messages are then no longer delivered (extension `block`). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setBlocked } from '../api/blocks.ts';
import type { User } from '../protocol/entities.ts';
import { notify } from '../ui/notify.ts';
import { updateUser } from './users.ts';

export function useSetBlocked(user: User) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isBlocked: boolean) => setBlocked(user._id, isBlocked),
    networkMode: 'always',
    onSuccess: (_answer, isBlocked) => {
      updateUser(queryClient, user._id, { blocked: isBlocked });
      notify.success(
        isBlocked
          ? `Nothing from ${user.fullName} reaches you any more. They are not told.`
          : `${user.fullName} reaches you again.`,
      );
    },
  });
}
