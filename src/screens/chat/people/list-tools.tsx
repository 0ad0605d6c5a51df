import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { followUnsent } from '../../../conversation/follow-unsent.ts';
import { followDrafts } from '../../../kept/follow-drafts.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { NewAbove } from './new-above.tsx';
import { useNeighbourKeys } from './use-neighbour-keys.ts';

export interface ListToolsProps {
  listRef: RefObject<HTMLUListElement | null>;
  ids: readonly UserId[];
  /** In px. */
  rowHeight: number;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  /** Scrolls to a row and focuses it. */
  onShow: (index: number) => void;
}

/** Further functions of the people list; their code loads after the first rows. */
export function ListTools({ listRef, ids, rowHeight, selectedId, onOpen, onShow }: ListToolsProps) {
  const accountId = useMe()._id;
  const queryClient = useQueryClient();
  useEffect(() => followDrafts(accountId), [accountId]);
  useEffect(() => followUnsent(queryClient), [queryClient]);
  useNeighbourKeys(ids, selectedId, onOpen);
  return <NewAbove listRef={listRef} ids={ids} rowHeight={rowHeight} onShow={onShow} />;
}
