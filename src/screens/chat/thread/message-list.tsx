import { css } from '@emotion/react';
import { ArrowDown } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import type { User } from '../../../protocol/entities.ts';
import type { ConversationMessage, OutgoingMessage } from '../../../queries/entities.ts';
import { forcedColors } from '../../../ui/media.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden, visuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Badge } from '../badge.tsx';
import { DaySection } from './day-section.tsx';
import { EmptyConversation } from './empty-conversation.tsx';
import {
  findFirstUnseen,
  searchOn,
  toDays,
  toEntry,
  toHistoryPages,
  toLivePages,
} from './thread.ts';
import { threadStyles } from './thread-styles.ts';
import { TypingRow } from './typing-row.tsx';
import { useNews } from './use-news.ts';
import { useThreadView } from './use-thread-view.ts';
import { useToday } from './use-today.ts';

const frame = css({ position: 'relative', minHeight: 0 });
const scroller = css({
  display: 'flex',
  flexDirection: 'column-reverse',
  height: '100%',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // The place is kept by hand: with both at work, a page put on top moves the view.
  overflowAnchor: 'none',
  scrollbarWidth: 'thin',
  scrollbarColor: 'color-mix(in srgb, var(--text-muted) 45%, transparent) transparent',
  paddingInline: 'var(--gap)',
  outlineOffset: -3,
});
const thread = css({
  flex: 'none',
  width: '100%',
  maxWidth: 'var(--column)',
  margin: '0 auto',
  padding: 'var(--s1) 0 var(--s5)',
});
const olderStyle = css({
  display: 'grid',
  placeItems: 'center',
  height: 56,
  color: 'var(--text-muted)',
  '& button': {
    minHeight: 'var(--tap)',
    padding: '0 var(--s3)',
    borderRadius: 'var(--r-full)',
    font: 'var(--t-sm)',
    fontWeight: 600,
    color: 'var(--accent-text)',
    '&:hover': { background: 'var(--accent-soft)' },
  },
});
const jumpSlot = css({
  position: 'absolute',
  insetInline: 'var(--gap)',
  bottom: 'var(--s3)',
  maxWidth: 'var(--column)',
  margin: '0 auto',
  pointerEvents: 'none',
});
const jump = css({
  position: 'absolute',
  insetInlineEnd: 0,
  bottom: 0,
  zIndex: 'var(--z-float)',
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  borderRadius: '50%',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-2)',
  color: 'var(--text)',
  pointerEvents: 'auto',
  '@starting-style': { opacity: 0 },
  transition: 'opacity var(--d-base) var(--ease-out)',
  '&:hover': { background: 'var(--accent-soft)' },
  [forcedColors]: { border: '1px solid' },
  '& > [data-badge]': {
    position: 'absolute',
    bottom: 'calc(100% - 13px)',
    insetInlineStart: '50%',
    transform: 'translateX(-50%)',
  },
});

interface MessageListProps {
  me: User;
  peer: User;
  pages: readonly (readonly ConversationMessage[])[];
  tail: readonly ConversationMessage[];
  outbox: readonly OutgoingMessage[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  loadOlder: () => void;
  /** How many messages of the peer were unseen when the conversation was opened. */
  unseenAtOpening: number;
  isTyping: boolean;
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
}

/**
 * The messages of one conversation, however long. Mount it when they are there, and anew for each
 * person: it opens at the newest message.
 */
export function MessageList(props: MessageListProps) {
  const { me, peer, tail, outbox, hasOlder, isLoadingOlder, isTyping } = props;
  const today = useToday();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const threadRef = useRef<HTMLDivElement>(null);
  const announcerRef = useRef<HTMLDivElement>(null);
  const history = useMemo(() => toHistoryPages(props.pages), [props.pages]);
  const live = useMemo(
    () => [...tail, ...outbox.map((outgoing) => toEntry(outgoing, me._id))],
    [tail, outbox, me._id],
  );
  const pages = [...history, ...toLivePages(live)];
  const [unseen, setUnseen] = useState(() =>
    findFirstUnseen(pages, peer._id, props.unseenAtOpening),
  );
  if (unseen.left > 0 && unseen.top !== pages[0]?.key) {
    setUnseen(searchOn(unseen, pages, peer._id));
  }

  const readNews = useNews();
  const view = useThreadView({
    scrollerRef,
    threadRef,
    pages,
    onNearStart: () => {
      if (hasOlder && !isLoadingOlder) props.loadOlder();
    },
    takeNews: () => readNews({ history, live, me, peer, isTyping, threadRef, announcerRef }),
  });
  const { span, above, below, goToEnd } = view;

  return (
    <div css={frame}>
      <div
        css={scroller}
        ref={scrollerRef}
        role="log"
        // Pages of history come and go in here; what is news is announced below.
        aria-live="off"
        aria-label={`Conversation with ${peer.fullName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key !== 'End') return;
          event.preventDefault();
          goToEnd();
        }}
      >
        <div css={[thread, threadStyles]} ref={threadRef}>
          <div style={{ height: above }} />
          {hasOlder && span.first === 0 && (
            <Older isLoading={isLoadingOlder} onLoad={props.loadOlder} />
          )}
          {toDays(pages, span.first, span.last).map((day) => (
            <DaySection
              key={day.id}
              day={day}
              today={today}
              me={me}
              peer={peer}
              firstUnseen={unseen.key}
              unseenCount={props.unseenAtOpening}
              onRetry={props.onRetry}
              onDiscard={props.onDiscard}
            />
          ))}
          <div data-end style={{ height: below }} />
          {isTyping && <TypingRow peer={peer} />}
        </div>
      </div>
      {pages.length === 0 && !isTyping && <EmptyConversation peer={peer} />}
      <div css={visuallyHidden} ref={announcerRef} role="status" />
      {view.isAwayFromEnd && <JumpButton count={view.missed} onJump={goToEnd} />}
    </div>
  );
}

/** At the top of what is loaded. Scrolling there loads by itself; the button is the way by keyboard. */
function Older({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  return (
    <div css={olderStyle}>
      {isLoading ? (
        <>
          <Spinner />
          <VisuallyHidden>Loading older messages</VisuallyHidden>
        </>
      ) : (
        <button type="button" onClick={onLoad}>
          Show older messages
        </button>
      )}
    </div>
  );
}

function JumpButton({ count, onJump }: { count: number; onJump: () => void }) {
  const newsId = useId();
  return (
    <div css={jumpSlot}>
      <button
        type="button"
        css={jump}
        aria-label="Jump to newest"
        aria-describedby={count > 0 ? newsId : undefined}
        onClick={onJump}
      >
        <ArrowDown size={20} aria-hidden="true" />
        <Badge count={count} />
      </button>
      <span id={newsId} hidden>
        {count === 1 ? '1 new message' : `${count} new messages`}
      </span>
    </div>
  );
}
