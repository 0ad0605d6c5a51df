import { css } from '@emotion/react';
import { useMemo, useState } from 'react';
import type { User } from '../../../protocol/entities.ts';
import type { ConversationMessage, OutgoingMessage } from '../../../queries/entities.ts';
import type { ExcerptView } from '../../../queries/excerpt.ts';
import { EmptyConversation } from './empty-conversation.tsx';
import { toEntry, toHistoryPages, toLivePages } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import { findFirstUnseen, searchOn } from './unseen-search.ts';
import { useNews } from './use-news.ts';
import type { ReaderPlace } from './use-place.ts';

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
  place: Pick<ReaderPlace, 'visit' | 'target' | 'goToNewest' | 'releaseFar'>;
  /** How many messages of the peer were unseen when the conversation was opened. */
  unseenAtOpening: number;
  isTyping: boolean;
}

/**
 * The messages of one conversation, however long. Mount it when they are there, and anew for each
 * person: it opens at the newest message.
 */
export function MessageList(props: MessageListProps) {
  const { me, peer, tail, outbox, excerpt, place, isTyping, unseenAtOpening } = props;
  const history = useMemo(() => toHistoryPages(props.pages), [props.pages]);
  const live = useMemo(
    () => [...tail, ...outbox.map((outgoing) => toEntry(outgoing, me._id))],
    [tail, outbox, me._id],
  );
  const pages = [...history, ...toLivePages(live)];
  const [unseen, setUnseen] = useState(() => findFirstUnseen(pages, peer._id, unseenAtOpening));
  // The page that was searched last may have been let go; the search goes on when it is back.
  const isSearchable = unseen.left > 0 && unseen.top !== pages[0]?.key;
  if (isSearchable && pages.some(({ key }) => key === unseen.top)) {
    setUnseen(searchOn(unseen, pages, peer._id));
  }
  const [isUnseenReached, setIsUnseenReached] = useState(false);
  const readNews = useNews();
  const far = useMemo(() => excerpt && toHistoryPages(excerpt.pages), [excerpt]);
  const shown = far ? { pages: far, more: excerpt } : { pages, more: props };

  return (
    <div css={frame}>
      <ThreadView
        // Another part of the conversation is another view, which begins at its own place.
        key={place.visit}
        me={me}
        peer={peer}
        pages={shown.pages}
        hasOlder={shown.more?.hasOlder ?? false}
        isLoadingOlder={shown.more?.isLoadingOlder ?? false}
        loadOlder={shown.more?.loadOlder ?? props.loadOlder}
        excerpt={excerpt}
        onReturn={place.goToNewest}
        onFar={place.releaseFar}
        target={place.target}
        isFollowUp={place.visit > 0}
        firstUnseen={unseen.key}
        unseenCount={unseenAtOpening}
        isUnseenReached={isUnseenReached}
        onUnseenReached={() => {
          // Where the line will stand is known once all that was unseen is loaded.
          if (unseen.left === 0 || !props.hasOlder) setIsUnseenReached(true);
        }}
        isTyping={isTyping && !excerpt}
        takeNews={(threadRef) => readNews({ history, live, me, peer, isTyping, threadRef })}
      />
      {pages.length === 0 && !isTyping && <EmptyConversation peer={peer} />}
    </div>
  );
}
