/**
 * Changes of conversations that this device has stored, but this window has not loaded (feature `changes`). Without this,
 * a message deleted meanwhile would stay on the device until somebody opens its conversation.
 */
import type { QueryClient } from '@tanstack/react-query';
import { readChanges } from '../api/actions.ts';
import { type Cause, withCause } from '../cache/write.ts';
import { showChanged } from '../conversation/changes.ts';
import type { MessageList, StoredPage } from '../conversation/entities.ts';
import { getFeed } from '../conversation/feed.ts';
import {
  changeList,
  describeChange,
  quoteInList,
} from '../conversation/patches/changed-message.ts';
import { appendMessage } from '../conversation/patches/message-list.ts';
import { sleep } from '../lib/sleep.ts';
import type { Cursor, KnownState } from '../protocol/changes.ts';
import type { UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import { getToken } from '../stores/session.ts';
import { changePage, dropPage, eraseMessage, listStoredPages } from './keep.ts';

const CATCH_UP: Cause = { kind: 'catch-up' };

/** How long a call waits for the device's storage, in ms. */
const DEVICE_WAIT_MS = 1_000;

/** How far each of these conversations is known. */
export async function listKnownStates(
  queryClient: QueryClient,
  signal: AbortSignal,
): Promise<[UserId, KnownState][]> {
  const token = getToken();
  if (token === null) return [];
  const pages = await Promise.race([listStoredPages(token), sleep(DEVICE_WAIT_MS, signal)]);
  return (pages ?? []).flatMap(([peerId, { held }]): [UserId, KnownState][] =>
    held && !isLoaded(queryClient, peerId) ? [[peerId, held]] : [],
  );
}

/** Applies the missing changes to the stored pages. Throws if the server does not answer. */
export async function catchUpPages(
  queryClient: QueryClient,
  pages: readonly [UserId, KnownState][],
  signal: AbortSignal,
): Promise<void> {
  const token = getToken();
  if (token === null) return;
  for (const [peerId, { cursor }] of pages) {
    if (!isLoaded(queryClient, peerId)) {
      await catchUpPage({ queryClient, token, peerId, cursor, signal });
    }
  }
}

const isLoaded = (queryClient: QueryClient, peerId: UserId): boolean =>
  getFeed(queryClient, peerId).cursor !== undefined;

interface CatchUp {
  queryClient: QueryClient;
  token: string;
  peerId: UserId;
  cursor: Cursor;
  signal: AbortSignal;
}

async function catchUpPage({ queryClient, token, peerId, cursor, signal }: CatchUp): Promise<void> {
  for (let after = cursor; ; ) {
    const answer = await readChanges(peerId, after, signal);
    // A conversation that was opened meanwhile is stored as it is now.
    if (signal.aborted || isLoaded(queryClient, peerId)) return;
    if ('reset' in answer) return dropPage(token, peerId);
    const { messages, hasMore, summary } = answer;
    const known = { cursor: answer.cursor, version: summary.version };
    withCause(CATCH_UP, () => showChanged(queryClient, peerId, messages));
    for (const { _id, deleted } of messages) {
      if (deleted) await eraseMessage(token, { peerId, messageId: _id, image: undefined });
    }
    await changePage(token, peerId, (page) => applyChanges(page, messages, known));
    if (!hasMore) return;
    after = answer.cursor;
  }
}

/** The newest page after these changes. */
function applyChanges(page: StoredPage, changes: MessageList, known: KnownState): StoredPage {
  const last = page.messages.at(-1)?._id ?? '';
  const messages = changes.reduce((list, message) => {
    const { message: now, quote } = describeChange(message);
    const changed = changeList(quoteInList(list, quote), now);
    return now._id <= last ? changed : appendMessage(changed, now);
  }, page.messages);
  return {
    ...page,
    messages: messages.slice(-PAGE_SIZE),
    hasOlder: page.hasOlder || messages.length > PAGE_SIZE,
    held: known,
  };
}
