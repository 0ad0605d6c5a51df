/**
 * What begins and ends with a session in this window. It begins when the cache has the own account: from a login, which
 * then stores the token (`auth.ts`), from the session check, or from an earlier visit. It ends when the token changes in
 * any window: by a logout, by a refused call, or by the next login.
 */
import type { QueryClient } from '@tanstack/react-query';
import { forgetUsers } from '../api/people.ts';
import { clearData } from '../cache/write.ts';
import { openDrafts } from '../kept/drafts.ts';
import { keepOnly } from '../kept/entries.ts';
import { loadCode } from '../lib/load-code.ts';
import { closeOutbox } from '../outbox/registry.ts';
import { releaseAvatars } from '../pictures/avatars.ts';
import { releasePictures } from '../pictures/retained-pictures.ts';
import type { UserId } from '../protocol/entities.ts';
import { openAccountStores } from '../stores/account-store.ts';
import { askFor } from '../stores/asked.ts';
import { clearReaderPlaces } from '../stores/attention.ts';
import { clearSelection } from '../stores/selection.ts';
import { getToken, subscribeSession } from '../stores/session.ts';
import { clearUnseen } from '../stores/unseen.ts';
import { notify } from '../ui/notify.ts';
import { followWipes, removeTraces } from './account-data.ts';
import { getMe } from './auth.ts';

/** Delay in ms of background work after the person is known: the first screen comes first. */
const BACKGROUND_DELAY_MS = 1_000;

interface RunningSession {
  accountId: UserId;
  stop: () => void;
}

/** Ties a cache to this browser's session. Returns a function that stops it. */
export function followSession(queryClient: QueryClient): () => void {
  let running: RunningSession | null = null;

  function stop(): void {
    running?.stop();
    running = null;
    closeOutbox(queryClient);
  }

  const stopCache = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'auth') return;
    const me = getMe(queryClient);
    if (!me || me._id === running?.accountId) return;
    stop();
    running = beginSession(queryClient, me._id);
  });

  const stopSession = subscribeSession(({ previous, reason }) => {
    if (previous === null) return;
    stop();
    forgetSession(queryClient);
    if (reason !== null) notify.error(reason);
  });

  const stopWipes = followWipes((wipedId) => {
    if (wipedId !== running?.accountId) return;
    stop();
    forgetSession(queryClient);
  });

  return () => {
    stopCache();
    stopSession();
    stopWipes();
    stop();
  };
}

/**
 * Begins in this order: the device's data of this account, then, after the first screen, the outbox and the data for the
 * next start. The connection opens with the screen (`LiveConnection` in `signed-in.tsx`).
 */
function beginSession(queryClient: QueryClient, accountId: UserId): RunningSession {
  const ending = new AbortController();
  openDrafts(accountId);
  openAccountStores(accountId);
  const giveUp = loadCode(
    () =>
      Promise.all([
        import('../outbox/open-outbox.ts'),
        import('../kept/keep.ts'),
        import('./small-picture.ts'),
      ]),
    ([{ openOutbox }, { keepForNextStart }, { sendSmallPictures }]) => {
      // Sends unsent messages even if nobody opens a conversation.
      openOutbox(queryClient);
      keepForNextStart(queryClient, ending.signal);
      sendSmallPictures(queryClient, ending.signal);
    },
    BACKGROUND_DELAY_MS,
  );
  return {
    accountId,
    stop() {
      giveUp();
      ending.abort();
    },
  };
}

/**
 * Nothing stays in memory or in the data for the next start. Unsent messages, drafts, mutes and marks stay on the device
 * for the same account, unless the person logged out (`account-data.ts`).
 */
function forgetSession(queryClient: QueryClient): void {
  clearData(queryClient);
  releasePictures(() => true);
  releaseAvatars();
  forgetUsers();
  clearSelection();
  clearReaderPlaces();
  clearUnseen();
  askFor(null);
  notify.clear();
  removeTraces();
  void keepOnly(getToken());
}
