import { useHasFeature } from '../../../backend/connection.ts';
import { useSetBlocked } from '../../../people/change-users.ts';
import type { User } from '../../../protocol/entities.ts';
import { notify } from '../../../ui/notify.ts';
import { texts } from './texts.ts';

/** Whether this person is blocked, and functions to change it. */
export function useBlocking({ _id, fullName, blocked, deleted }: User) {
  const canBlock = useHasFeature('block') && !deleted;
  const isBlocked = canBlock && blocked === true;
  const { mutate, isPending } = useSetBlocked(_id, (isNowBlocked) => {
    notify.success(isNowBlocked ? texts.blocked(fullName) : texts.unblocked(fullName));
  });
  return {
    /** Only if the server has the feature. */
    canBlock,
    isBlocked,
    isPending,
    setBlocked: (isToBeBlocked: boolean) => {
      if (!isPending) mutate(isToBeBlocked);
    },
  };
}
