import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { followUnsent } from '../../../conversation/follow-unsent.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { NewRows } from './new-rows.tsx';
import { RowMenu } from './row-menu.tsx';
import { useHold } from './use-hold.ts';
import { useNeighbourKeys } from './use-neighbour-keys.ts';

export interface ListToolsProps {
  listRef: RefObject<HTMLUListElement | null>;
  ids: readonly UserId[];
  /** In px. */
  rowHeight: number;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  /** Closes the open conversation. */
  onLeave: () => void;
  /** The pointer aims at a row, or not any more. */
  onHold: (isHeld: boolean) => void;
  /** Scrolls to a row and focuses it. */
  onShow: (index: number) => void;
}

/** Further functions of the people list; their code loads after the first rows. */
export function ListTools(props: ListToolsProps) {
  const { listRef, ids, rowHeight, selectedId, onOpen, onLeave, onHold, onShow } = props;
  const accountId = useMe()._id;
  const queryClient = useQueryClient();
  useEffect(() => followUnsent(queryClient), [queryClient]);
  useNeighbourKeys(ids, selectedId, onOpen);
  const hold = useHold(listRef, onHold);
  return (
    <>
      <NewRows listRef={listRef} ids={ids} rowHeight={rowHeight} hold={hold} onShow={onShow} />
      <RowMenu listRef={listRef} accountId={accountId} selectedId={selectedId} onLeave={onLeave} />
    </>
  );
}
