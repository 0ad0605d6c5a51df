/** The data outside the cache, as the query `['stores']`: only for Devtools, nothing reads it. */
import type { QueryClient } from '@tanstack/react-query';
import { pushedQuery } from '../backend/pushed.ts';
import { writeData } from '../cache/write.ts';
import type { UserId } from '../protocol/entities.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';
import { getUnseenCounts, subscribeUnseen, type UnseenCounts } from '../stores/unseen.ts';

export interface StoresView {
  selectedUserId: UserId | null;
  unseen: UnseenCounts;
}

export const storesQuery = () => pushedQuery<StoresView>(['stores'], readStores);

export const readStores = (): StoresView => ({
  selectedUserId: getSelectedUserId(),
  unseen: getUnseenCounts(),
});

export function followStores(queryClient: QueryClient): () => void {
  const update = () => writeData(queryClient, storesQuery().queryKey, readStores());
  update();
  const stops = [subscribeSelection(update), subscribeUnseen(update)];
  return () => {
    for (const stop of stops) stop();
  };
}
