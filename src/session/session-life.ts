/**
 * What begins and ends with a session. After its end nothing stays in memory or in the data for the next start; unsent
 * messages, drafts, mutes and marks stay on the device for the same account, unless the person logged out.
 */
import type { QueryClient } from '@tanstack/react-query';
import { clearData } from '../cache/write.ts';
import { allowDrafts } from '../kept/drafts.ts';
import { keepOnly } from '../kept/entries.ts';
import { loadCode } from '../lib/load-code.ts';
import { forgetRequests } from '../lib/opener.ts';
import { closeOutbox } from '../outbox/registry.ts';
import { releaseAvatars } from '../pictures/avatars.ts';
import { releasePictures } from '../pictures/held-pictures.ts';
import type { UserId } from '../protocol/entities.ts';
import { clearReaderPlaces } from '../stores/reader-places.ts';
import { openRowMarks } from '../stores/row-marks.ts';
import { clearSelection } from '../stores/selection.ts';
import { getToken, subscribeSession } from '../stores/session.ts';
import { clearUnseen } from '../stores/unseen.ts';
import { notify } from '../ui/notify.ts';
import { followWipes, removeTraces } from './account-data.ts';
import { getMe } from './auth.ts';

/** Delay in ms of background work after the person is known: the first screen comes first. */
const BACKGROUND_DELAY_MS = 1_000;

/** Ties a cache to this browser's session. Returns a function that stops it. */
export function followSession(queryClient: QueryClient): () => void {
  let accountId: UserId | null = null;
  let ending = new AbortController();

  /** Sends unsent messages even if nobody opens a conversation, and stores data for the next start. */
  function openBackground(signal: AbortSignal): void {
    const giveUp = loadCode(
      () => Promise.all([import('../outbox/open-outbox.ts'), import('../kept/keep.ts')]),
      ([{ openOutbox }, { keepForNextStart }]) => {
        openOutbox(queryClient);
        keepForNextStart(queryClient, signal);
      },
      BACKGROUND_DELAY_MS,
    );
    signal.addEventListener('abort', giveUp);
  }

  function end(): void {
    accountId = null;
    ending.abort();
    closeOutbox(queryClient);
  }

  const stopCache = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'auth') return;
    const me = getMe(queryClient);
    if (!me || me._id === accountId) return;
    end();
    accountId = me._id;
    ending = new AbortController();
    allowDrafts(accountId);
    openRowMarks(accountId);
    openBackground(ending.signal);
  });

  function forget(): void {
    end();
    clearData(queryClient);
    releasePictures(() => true);
    releaseAvatars();
    clearSelection();
    clearReaderPlaces();
    clearUnseen();
    forgetRequests();
    notify.clear();
    removeTraces();
    void keepOnly(getToken());
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
    end();
  };
}
