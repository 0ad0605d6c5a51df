/** A changed message in every cache entry that shows it (extension `changes`). */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { writeData } from '../cache/write.ts';
import { renewPreview } from '../people/change-users.ts';
import { findAlbum, findServed, release } from '../pictures/retained-pictures.ts';
import type { MessageChange } from '../protocol/changes.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import type { FieldsOf, PicturesResponse } from '../protocol/http.ts';
import { publishDeletion } from '../stores/message-events.ts';
import { getConversation, receiveChanged } from './conversation.ts';
import type { MessageList, SearchAnswer, StoredPage } from './entities.ts';
import { isQuoted, recordStep, recordSummary, takeRows } from './feed.ts';
import { messageKeys } from './message-keys.ts';
import {
  changeExcerptRow,
  changeHits,
  changeList,
  describeChange,
  quoteInList,
} from './patches/changed-message.ts';
import { findNewestShown, listMessages } from './patches/conversation.ts';
import type { Excerpt } from './patches/excerpt.ts';

/** A change has come: by an event, or as the answer to a call of this window. */
export function receiveChange(
  queryClient: QueryClient,
  { userId, message, before, epoch, summary }: MessageChange,
): void {
  const isAwaited = showChanged(queryClient, userId, [message]);
  if (isAwaited) recordStep(queryClient, userId, { ...message, before, epoch });
  if (summary) recordSummary(queryClient, userId, summary, epoch);
}

/** Shows changed messages. Returns whether the conversation is loaded, or about to be. */
export function showChanged(
  queryClient: QueryClient,
  peerId: UserId,
  changed: MessageList,
): boolean {
  const messages = takeRows(queryClient, peerId, changed);
  for (const message of messages)
    if (message.deleted) announceDeletion(queryClient, peerId, message);
  const isLoaded = receiveChanged(queryClient, peerId, messages);
  const changes = messages.map((message) =>
    describeChange(message, isQuoted(queryClient, message)),
  );
  const changeAll = (changeOne: typeof changeHits) => (list: MessageList) =>
    changes.reduce(
      (known, { message, quote }) => changeOne(quoteInList(known, quote), message),
      list,
    );
  for (const { queryKey } of queryClient
    .getQueryCache()
    .findAll({ queryKey: messageKeys.conversation(peerId) })) {
    changeEntry(queryClient, queryKey, changeAll, (excerpt) =>
      changes.reduce(changeExcerptRow, excerpt),
    );
  }
  for (const message of messages) {
    if (!message.deleted) continue;
    const album = findAlbum(peerId);
    if (album) release(album, message._id);
  }
  changePreview(queryClient, peerId, messages);
  return isLoaded;
}

/** Call it before the row is removed: the row has the address of the picture. */
function announceDeletion(queryClient: QueryClient, peerId: UserId, { _id }: Message): void {
  const conversation = getConversation(queryClient, peerId);
  const row = conversation && listMessages(conversation).find((one) => one._id === _id);
  const image = row?.image === undefined ? undefined : findServed(row.image);
  publishDeletion({ peerId, messageId: _id, image });
}

/** Changes every entry of the conversation except its history and its tail. */
function changeEntry(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  changeAll: (changeOne: typeof changeHits) => Change,
  changeExcerpt: (excerpt: Excerpt) => Excerpt,
): void {
  switch (queryKey[2]) {
    case 'excerpt':
      if (queryKey.length > 3) break;
      writeData<Excerpt | null>(
        queryClient,
        queryKey,
        (excerpt) => excerpt && changeExcerpt(excerpt),
      );
      break;
    case 'stored':
      writeData<StoredPage | null>(queryClient, queryKey, (page) =>
        page ? changePage(page, changeAll(changeList)) : page,
      );
      break;
    case 'images':
      writeData<InfiniteData<FieldsOf<PicturesResponse>>>(
        queryClient,
        queryKey,
        (found) => found && countAgain(found, changeFound(found, changeAll(changeHits))),
      );
      break;
    case 'search':
      writeData<InfiniteData<SearchAnswer>>(
        queryClient,
        queryKey,
        (found) => found && changeFound(found, changeAll(changeHits)),
      );
      break;
  }
}

type Change = (list: MessageList) => MessageList;

function changePage<Page extends { messages: MessageList }>(page: Page, change: Change): Page {
  const messages = change(page.messages);
  return messages === page.messages ? page : { ...page, messages: [...messages] };
}

function changeFound<Page extends { messages: MessageList; count?: number }>(
  found: InfiniteData<Page>,
  change: Change,
): InfiniteData<Page> {
  const pages = found.pages.map((page) => changePage(page, change));
  const isSame = pages.every((page, index) => page === found.pages[index]);
  return isSame ? found : { ...found, pages };
}

/** The first page has the number of all pictures: one that is gone does not count any more. */
function countAgain(
  before: InfiniteData<FieldsOf<PicturesResponse>>,
  after: InfiniteData<FieldsOf<PicturesResponse>>,
): InfiniteData<FieldsOf<PicturesResponse>> {
  const countIn = ({ pages }: typeof before) => pages.flatMap(({ messages }) => messages).length;
  const gone = countIn(before) - countIn(after);
  const [first, ...others] = after.pages;
  if (gone === 0 || first?.count === undefined) return after;
  return { ...after, pages: [{ ...first, count: first.count - gone }, ...others] };
}

/** The newest message of the conversation, as the people list shows it. */
function changePreview(queryClient: QueryClient, peerId: UserId, messages: MessageList): void {
  for (const message of messages) {
    const conversation = getConversation(queryClient, peerId);
    const newest = conversation && findNewestShown(conversation);
    renewPreview(queryClient, peerId, message, newest);
  }
}
