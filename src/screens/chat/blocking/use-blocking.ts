import { useHasFeature } from '../../../backend/connection.ts';
import { useSetBlocked } from '../../../people/blocks.ts';
import type { User } from '../../../protocol/entities.ts';
import { notify } from '../../../ui/notify.ts';
import { texts } from './texts.ts';

/** What a control needs that blocks this person, or lets them in again. */
export function useBlocking({ _id, fullName, blocked }: User) {
  const canBlock = useHasFeature('block');
  const isBlocked = canBlock && blocked === true;
  const { mutate, isPending } = useSetBlocked(_id, (isNowBlocked) => {
    notify.success(isNowBlocked ? texts.blocked(fullName) : texts.unblocked(fullName));
  });
  return {
    /** Not where the server cannot. */
    canBlock,
    isBlocked,
    isPending,
    label: isBlocked ? texts.unblock : texts.block,
    toggle: () => {
      if (!isPending) mutate(!isBlocked);
    },
  };
}
