import { css } from '@emotion/react';
import { useMemo } from 'react';
import type { User } from '../../../protocol/entities.ts';
import type { ConversationMessage, OutgoingMessage } from '../../../queries/entities.ts';
import type { ExcerptView } from '../../../queries/excerpt.ts';
import { EmptyConversation } from './empty-conversation.tsx';
import { toEntry, toHistoryPages, toLivePages } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import { useNews } from './use-news.ts';
import type { ReaderPlace } from './use-place.ts';
import { useUnseenLine } from './use-unseen-line.ts';

const frame = css({ position: 'relative', minHeight: 0 });

interface MessageListProps {
  me: User;
  peer: User;
  pages: readonly (readonly ConversationMessage[])[];
  tail: readonly ConversationMessage[];
  outbox: readonly OutgoingMessage[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  loadOlder: () => void;
  /** What is shown in place of the newest messages, while the reader is far back. */
  excerpt: ExcerptView | null;
  place: Omit<ReaderPlace, 'goTo'>;
  /** How many messages of the peer were unseen when the conversation was opened. */
  unseenAtOpening: number;
  isTyping: boolean;
}

/**
 * The messages of one conversation, however long. Mount it when they are there, and anew for each
 * person: it opens at the newest message.
 */
export function MessageList(props: MessageListProps) {
  const { me, peer, tail, outbox, excerpt, place, isTyping } = props;
  const history = useMemo(() => toHistoryPages(props.pages), [props.pages]);
  const live = useMemo(
    () => [...tail, ...outbox.map((outgoing) => toEntry(outgoing, me._id))],
    [tail, outbox, me._id],
  );
  const pages = [...history, ...toLivePages(live)];
  const unseen = useUnseenLine(pages, {
    peerId: peer._id,
    count: props.unseenAtOpening,
    hasOlder: props.hasOlder,
  });
  const readNews = useNews();
  const far = useMemo(() => excerpt && toHistoryPages(excerpt.pages), [excerpt]);

  return (
    <div css={frame}>
      <ThreadView
        // Another part of the conversation is another view, which begins at its own place.
        key={place.visit}
        me={me}
        peer={peer}
        pages={far ?? pages}
        older={excerpt ?? props}
        excerpt={excerpt}
        place={place}
        unseen={unseen}
        isTyping={isTyping && !excerpt}
        takeNews={(threadRef) => readNews({ history, live, me, peer, isTyping, threadRef })}
      />
      {pages.length === 0 && !isTyping && <EmptyConversation peer={peer} />}
    </div>
  );
}
