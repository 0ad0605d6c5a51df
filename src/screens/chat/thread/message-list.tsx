/**
 * The messages of one conversation on the screen. From the outside in: `MessageList` joins what the server has
 * with what is still to be sent, `ThreadView` shows one unbroken part of it in a box that scrolls, and in there
 * stand `DaySection` and `MessageRow`. `thread.ts` cuts messages into pages and days.
 *
 * However long the conversation, only the pages around the reader are in the document. After each commit
 * `use-thread-view.ts` takes from `thread-scroller.ts` what is seen, with the heights of what is not mounted
 * (`page-heights.ts`), and from `reader-sight.ts`, `page-window.ts` and `mounted-pages.ts`, which know no document,
 * what to mount, load and let go. Three more follow the reader: `use-place.ts` takes them to a message,
 * `news.ts` notes what comes to the end, `unseen-line.ts` what they had not seen before, `use-reading.ts` what they see.
 */
import { css } from '@emotion/react';
import { useMemo, useSyncExternalStore } from 'react';
import { useIsTyping } from '../../../backend/connection.ts';
import { useExcerpt } from '../../../conversation/excerpt.ts';
import type { ConversationView } from '../../../conversation/messages.ts';
import type { User } from '../../../protocol/entities.ts';
import { isLookedAt, subscribeLooks } from '../../../stores/attention.ts';
import { useUnseenAtOpening } from '../../../stores/selection.ts';
import { EmptyConversation } from './empty-conversation.tsx';
import { useNews } from './news.ts';
import { toEntry, toHistoryPages, toLivePages } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import { useUnseenLine } from './unseen-line.ts';
import { useFailureNews } from './use-failure-news.ts';
import type { ReaderPlace } from './use-place.ts';

const frame = css({ position: 'relative', minHeight: 0 });

interface MessageListProps {
  me: User;
  peer: User;
  conversation: ConversationView;
  place: Omit<ReaderPlace, 'setOut' | 'restore'>;
}

/**
 * The messages of one conversation, however long. Mount it when they are there, and anew for each
 * person: it opens at the newest message.
 */
export function MessageList({ me, peer, conversation, place }: MessageListProps) {
  const { tail, outbox } = conversation;
  // What is on its way is older than all that was written meanwhile.
  const hasOlder = conversation.status === 'loading' || conversation.hasOlder;
  const excerpt = useExcerpt(peer._id);
  const isTyping = useIsTyping(peer._id);
  const unseenAtOpening = useUnseenAtOpening();
  const history = useMemo(() => toHistoryPages(conversation.pages), [conversation.pages]);
  const live = useMemo(
    () => [...tail, ...outbox.map((outgoing) => toEntry(outgoing, me._id))],
    [tail, outbox, me._id],
  );
  const pages = [...history, ...toLivePages(live)];
  const far = useMemo(() => excerpt && toHistoryPages(excerpt.pages), [excerpt]);
  const older = excerpt ?? { ...conversation, hasOlder };
  const news = useNews({ history, live, peer, isTyping });
  const unseen = useUnseenLine(far ?? pages, {
    peerId: peer._id,
    count: unseenAtOpening,
    hasOlder: older.hasOlder,
    hasNewest: conversation.isAnswered && !excerpt,
    news,
    isLookedAt: useSyncExternalStore(subscribeLooks, isLookedAt),
  });
  useFailureNews(outbox);

  return (
    <div css={frame}>
      <ThreadView
        // Another part of the conversation is another view, which begins at its own place.
        key={place.visit}
        me={me}
        peer={peer}
        pages={far ?? pages}
        older={older}
        excerpt={excerpt}
        place={place}
        unseen={unseen}
        isTyping={isTyping && !excerpt}
        news={news}
        newest={pages}
      />
      {pages.length === 0 && !isTyping && <EmptyConversation peer={peer} />}
    </div>
  );
}
