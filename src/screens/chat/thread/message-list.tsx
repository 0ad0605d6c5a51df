/**
 * The messages of one conversation on the screen. From the outside in: `MessageList` joins the server's messages with
 * unsent ones, `ThreadView` shows one contiguous part in a scrolling box, with `DaySlice` and `MessageRow` inside.
 * `thread.ts` cuts messages into pages and days.
 *
 * However long the conversation, only pages around the reader are in the document. After each commit
 * `use-thread-view.ts` gets from `thread-scroller.ts` what is seen, and from `mounted-pages.ts` what to mount, load and
 * release. Three more modules follow the reader: `use-place.ts` moves to a message, `news.ts` notes new messages at the
 * end, and `reading.ts` finds those unseen before and those in view.
 */
import { css } from '@emotion/react';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useIsTyping } from '../../../backend/connection.ts';
import { useExcerpt } from '../../../conversation/excerpt.ts';
import type { ConversationView } from '../../../conversation/messages.ts';
import type { User } from '../../../protocol/entities.ts';
import {
  getUnreached,
  isLookedAt,
  saveUnreached,
  subscribeLooks,
} from '../../../stores/attention.ts';
import { useZone } from '../../../stores/clock.ts';
import {
  getSelectedUserId,
  setUnseenAtOpening,
  useUnseenAtOpening,
} from '../../../stores/selection.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { cover, inMiddle } from '../../../ui/styles.ts';
import { useChangeNews, useFailureNews, useNews } from './news.ts';
import { useUnseenLine } from './reading.ts';
import { texts } from './texts.ts';
import { toEntry, toHistoryPages, toLivePages } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import type { ReaderPlace } from './use-place.ts';

const frame = css({ position: 'relative', minHeight: 0 });
const blank = css({
  ...cover,
  ...inMiddle,
  gap: 'var(--s1)',
  padding: 'var(--s8)',
  color: 'var(--text-muted)',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
  '& > strong': {
    marginBlockStart: 'var(--s3)',
    font: 'var(--t-lg)',
    letterSpacing: 'var(--track-tight)',
    color: 'var(--text)',
  },
});

interface MessageListProps {
  me: User;
  peer: User;
  conversation: ConversationView;
  place: Omit<ReaderPlace, 'beginJump' | 'restore'>;
}

/**
 * The messages of one conversation, however long. Mount it when they are loaded, and again for each person: it opens at
 * the newest message.
 */
export function MessageList({ me, peer, conversation, place }: MessageListProps) {
  const { tail, outbox } = conversation;
  const zone = useZone();
  // A message being sent is older than all that were written after it.
  const hasOlder = conversation.status === 'loading' || conversation.hasOlder;
  const excerpt = useExcerpt(peer._id);
  const isTyping = useIsTyping(peer._id);
  const countedAtOpening = useUnseenAtOpening();
  const [unreachedBefore] = useState(() => getUnreached(peer._id));
  const history = useMemo(() => toHistoryPages(conversation.pages), [conversation.pages]);
  const live = useMemo(
    () => [...tail, ...outbox.map((outgoing) => toEntry(outgoing, me._id))],
    [tail, outbox, me._id],
  );
  const pages = useMemo(() => [...history, ...toLivePages(live)], [history, live]);
  const far = useMemo(() => excerpt && toHistoryPages(excerpt.pages), [excerpt]);
  const older = excerpt ?? { ...conversation, hasOlder };
  const news = useNews({ history, live, peer, isTyping });
  const unseen = useUnseenLine(far ?? pages, {
    peerId: peer._id,
    count: countedAtOpening + unreachedBefore,
    hasOlder: older.hasOlder,
    hasNewest: conversation.isAnswered && !excerpt,
    news,
    isLookedAt: useSyncExternalStore(subscribeLooks, isLookedAt),
  });
  const saveLine = useEffectEvent(() => {
    saveUnreached(peer._id, unseen.key === null || unseen.isReached ? 0 : unseen.count);
    const isStillOpen = getSelectedUserId() === peer._id;
    if (isStillOpen && conversation.isAnswered) setUnseenAtOpening(0);
  });
  useEffect(() => () => saveLine(), []);
  useFailureNews(outbox);
  useChangeNews(pages, peer);

  return (
    <div css={frame}>
      <ThreadView
        // Another part of the conversation is another view with its own start.
        key={`${place.visit} ${zone}`}
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

/** Without a connection, of a conversation that this browser has not stored. */
export function NotOnDevice() {
  return (
    <div css={frame}>
      <div css={blank} role="status">
        <strong>{texts.notOnDevice}</strong>
        <p>{texts.comeLater}</p>
      </div>
    </div>
  );
}

function EmptyConversation({ peer }: { peer: User }) {
  return (
    <div css={blank}>
      <Avatar user={peer} size={88} isLarge />
      <strong>{texts.noMessages}</strong>
      <p>{texts.sayHello(peer.fullName)}</p>
    </div>
  );
}
