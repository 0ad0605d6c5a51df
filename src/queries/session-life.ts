/**
 * What begins with a session and goes with it. An ended session leaves nothing in memory; what is
 * unsent or half written stays on disk for the same account, unless the person signed out.
 */
import type { QueryClient } from '@tanstack/react-query';
import { allowDrafts } from '../drafts/drafts.ts';
import type { UserId } from '../protocol/entities.ts';
import { clearSelection } from '../stores/selection.ts';
import { subscribeSession } from '../stores/session.ts';
import { clearUnseen } from '../stores/unseen.ts';
import { notify } from '../ui/notify.ts';
import { followWipes } from './account-data.ts';
import { getMe } from './auth.ts';
import { closeOutbox } from './outbox/open-outboxes.ts';

/** The first screen goes before: the code of the outbox is asked for so many ms after the session check. */
const OUTBOX_DELAY_MS = 1_000;
const OUTBOX_RETRY_MS = 3_000;

/** Ties a cache to the session of this browser. Returns the way to stop. */
export function followSession(queryClient: QueryClient): () => void {
  let accountId: UserId | null = null;
  let outboxTimer: ReturnType<typeof setTimeout> | undefined;

  /** What was left unsent goes out, though nobody opens a conversation. */
  async function openOutbox(): Promise<void> {
    const openedFor = accountId;
    try {
      const { outboxOf } = await import('./outbox/outboxes.ts');
      if (openedFor !== null && openedFor === accountId) outboxOf(queryClient);
    } catch {
      // Its code did not come, as it happens without a network.
      if (openedFor === accountId) outboxTimer = setTimeout(openOutbox, OUTBOX_RETRY_MS);
    }
  }

  const stopCache = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'auth') return;
    const me = getMe(queryClient);
    if (!me || me._id === accountId) return;
    accountId = me._id;
    allowDrafts(accountId);
    clearTimeout(outboxTimer);
    outboxTimer = setTimeout(openOutbox, OUTBOX_DELAY_MS);
  });

  function forget(): void {
    accountId = null;
    clearTimeout(outboxTimer);
    closeOutbox(queryClient);
    queryClient.clear();
    clearSelection();
    clearUnseen();
  }

  const stopSession = subscribeSession(({ previous, reason }) => {
    if (previous === null) return;
    forget();
    if (reason !== null) notify.error(reason);
  });

  const stopWipes = followWipes((wipedId) => {
    if (wipedId === accountId) forget();
  });

  return () => {
    stopCache();
    stopSession();
    stopWipes();
    accountId = null;
    clearTimeout(outboxTimer);
    closeOutbox(queryClient);
  };
}
