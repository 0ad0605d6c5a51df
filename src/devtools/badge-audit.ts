/**
 * Recomputes unseen counts from the rows after each event and answer. The two are kept separately (events count before
 * rows are loaded), so only this check would find a difference.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pushedQuery } from '../backend/pushed.ts';
import { writeData } from '../cache/write.ts';
import { getConversation } from '../conversation/conversation.ts';
import type { MessageList } from '../conversation/entities.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { userQueries } from '../people/users.ts';
import type { UserId } from '../protocol/entities.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getUnseenCount } from '../stores/unseen.ts';

interface Drift {
  userId: UserId;
  shown: number;
  /** By the loaded rows. */
  counted: number;
  /** The event or answer after which they first differed. */
  cause: string;
  at: string;
}

export const driftsQuery = () => pushedQuery<readonly Drift[]>(['realtime', 'drifts'], () => []);

/** Checks the counts; `cause` was just handled. */
export function auditBadges(queryClient: QueryClient, cause: string): void {
  // An answer in progress will settle the difference.
  if (queryClient.isFetching({ queryKey: userQueries.list().queryKey }) > 0) return;
  const known = queryClient.getQueryData(driftsQuery().queryKey) ?? [];
  const drifts = findDrifts(queryClient).map(
    (drift) =>
      known.find(({ userId }) => userId === drift.userId) ?? {
        ...drift,
        cause,
        at: new Date().toISOString(),
      },
  );
  for (const drift of drifts) {
    if (!known.includes(drift)) console.warn('A count of unseen messages has drifted.', drift);
  }
  if (drifts.length > 0 || known.length > 0) {
    writeData(queryClient, driftsQuery().queryKey, drifts);
  }
}

function findDrifts(queryClient: QueryClient): Pick<Drift, 'userId' | 'shown' | 'counted'>[] {
  const loaded = queryClient.getQueryCache().findAll({ queryKey: messageKeys.all });
  return loaded.flatMap(({ queryKey: [, userId, part] }) => {
    // The open conversation shows no count, even if its rows are unseen in a window that nobody looks at.
    if (part !== 'history' || typeof userId !== 'string' || userId === getSelectedUserId())
      return [];
    const counted = countUnseen(queryClient, userId);
    const shown = getUnseenCount(userId);
    return counted === undefined || counted === shown ? [] : [{ userId, shown, counted }];
  });
}

/** Undefined if the rows do not show it: nothing is loaded, or all loaded rows are unseen. */
function countUnseen(queryClient: QueryClient, userId: UserId): number | undefined {
  const conversation = getConversation(queryClient, userId);
  if (!conversation || queryClient.isFetching({ queryKey: messageKeys.history(userId) }) > 0) {
    return undefined;
  }
  const { history, tail } = conversation;
  const isUnseen = ({ senderId, seen }: MessageList[number]) => senderId === userId && !seen;
  const lists = [...history.pages, tail];
  const oldest = lists.find((list) => list.length > 0)?.[0];
  if (oldest && isUnseen(oldest) && history.hasOlder) return undefined;
  return lists.reduce((count, list) => count + list.filter(isUnseen).length, 0);
}
