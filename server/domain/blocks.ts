/**
 * Whom a person wants nothing of. The blocked are told nothing: what they send is stored for their own eyes,
 * and what they do goes unannounced.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { BlockChange, BlockStore } from './ports/blocks.ts';
import type { Notifier } from './ports/notifier.ts';
import { unknownUser } from './require-user.ts';

export type Blocks = ReturnType<typeof createBlocks>;

export function createBlocks({ store, notifier }: { store: BlockStore; notifier: Notifier }) {
  return {
    async setBlocked(change: BlockChange): Promise<void> {
      if (!(await store.setBlocked(change))) throw unknownUser();
      notifier.blockChanged(change);
    },

    listBlocked(blockerId: UserId): Promise<UserId[]> {
      return store.listBlocked(blockerId);
    },
  };
}
