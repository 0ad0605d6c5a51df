import { css } from '@emotion/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ExcerptView } from '../../../conversation/excerpt.ts';
import type { ConversationView } from '../../../conversation/messages.ts';
import type { User } from '../../../protocol/entities.ts';
import { saveReaderPlace } from '../../../stores/attention.ts';
import { useToday } from '../../../stores/clock.ts';
import { hasModifier } from '../../../ui/command-keys.ts';
import { ActionsHost } from '../actions/actions-host.tsx';
import { copyMessages } from './copy-messages.ts';
import { DaySection } from './day-section.tsx';
import { TypingRow } from './message-row.tsx';
import { MomentTip } from './moment-tip.tsx';
import type { News } from './news.ts';
import { moveAlong } from './row-focus.ts';
import { texts } from './texts.ts';
import { findEntry, type ThreadPage, toDays } from './thread.ts';
import {
  GoBack,
  JumpToNewest,
  JumpToUnseen,
  NewerMessages,
  OlderMessages,
} from './thread-buttons.tsx';
import { threadStyles } from './thread-styles.ts';
import type { UnseenLine } from './unseen-line.ts';
import type { Origin, ReaderPlace } from './use-place.ts';
import { useReading } from './use-reading.ts';
import { useThreadView } from './use-thread-view.ts';

const scroller = css({
  display: 'flex',
  flexDirection: 'column-reverse',
  height: '100%',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // The position is kept by our code: with both, a page added on top would move the view.
  overflowAnchor: 'none',
  scrollbarWidth: 'thin',
  paddingInline: 'var(--gap)',
  outlineOffset: -3,
});
const thread = css({
  flex: 'none',
  width: '100%',
  maxWidth: 'var(--column)',
  marginInline: 'auto',
  paddingBlock: 'var(--s1) var(--s5)',
});

interface ThreadViewProps {
  me: User;
  peer: User;
  pages: readonly ThreadPage[];
  older: Pick<ConversationView, 'hasOlder' | 'isLoadingOlder' | 'hasOlderFailed' | 'loadOlder'>;
  /** The source of these pages, if they do not reach the newest message. */
  excerpt: ExcerptView | null;
  place: Omit<ReaderPlace, 'beginJump' | 'restore'>;
  unseen: UnseenLine;
  isTyping: boolean;
  news: News | null;
  /** Up to the newest message, even while another part is shown. */
  newest: readonly ThreadPage[];
}

/** One contiguous part of a conversation, in a scrolling box. */
export function ThreadView(props: ThreadViewProps) {
  const { me, peer, pages, excerpt, place, unseen } = props;
  const { hasOlder, isLoadingOlder, hasOlderFailed, loadOlder } = props.older;
  const firstUnseen = unseen.key;
  const today = useToday();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const threadRef = useRef<HTMLDivElement>(null);
  const reading = useReading(peer._id, props.newest, props.news);
  const toOrigin = (kept: { key: string; top: number } | null): Origin | null => {
    const message = kept && findEntry(pages, kept.key);
    return message && !message.outgoing ? { message, top: kept.top } : null;
  };
  const view = useThreadView({
    scrollerRef,
    threadRef,
    pages,
    target: place.target,
    mark: unseen.isReached ? null : firstUnseen,
    onMarkReached: unseen.onReached,
    isApart: excerpt !== null,
    // A failed load would be retried endlessly: the button retries it.
    onNearStart: () => {
      if (hasOlder && !isLoadingOlder && !hasOlderFailed) loadOlder();
    },
    onNearEnd: () => {
      if (excerpt?.hasNewer && !excerpt.isLoadingNewer && !excerpt.hasNewerFailed) {
        excerpt.loadNewer();
      }
    },
    onFar: place.releaseFar,
    news: props.news,
    onShown: reading.onShown,
    onLeave: (kept) => saveReaderPlace(peer._id, toOrigin(kept)),
  });
  const { span, above, below } = view;
  const isFollowUp = place.visit > 0;
  useLayoutEffect(() => {
    // The view of another part, which had the focus, was removed.
    if (isFollowUp && document.activeElement === document.body) focusOn(scrollerRef);
  }, [isFollowUp]);

  return (
    <>
      <div
        css={scroller}
        ref={scrollerRef}
        role="log"
        // Pages of history are added and removed here; new messages are announced beside it.
        aria-live="off"
        aria-label={texts.conversation(peer.fullName)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key === 'End' && !hasModifier(event)) place.goToNewest();
          else if (!moveAlong(event)) return;
          event.preventDefault();
        }}
        onCopy={copyMessages}
        onClick={({ target }) => {
          const quote = target instanceof Element && target.closest<HTMLElement>('.quote[data-of]');
          const id = quote ? quote.dataset.of : undefined;
          if (id === undefined) return;
          place.goToQuoted({ _id: id }, toOrigin(view.readPlace()));
          focusOn(scrollerRef);
        }}
      >
        <div css={[thread, threadStyles]} ref={threadRef}>
          <div style={{ height: above }} />
          {hasOlder && span.first === 0 && (
            <OlderMessages isLoading={isLoadingOlder} onLoad={loadOlder} />
          )}
          {toDays(pages, span.first, span.last).map((day) => (
            <DaySection
              key={day.id}
              day={day}
              today={today}
              me={me}
              peer={peer}
              firstUnseen={firstUnseen}
              unseenCount={unseen.count}
            />
          ))}
          <div data-end style={{ height: below }} />
          {excerpt?.hasNewer && span.last === pages.length - 1 && (
            <NewerMessages isLoading={excerpt.isLoadingNewer} onLoad={excerpt.loadNewer} />
          )}
          {props.isTyping && <TypingRow peer={peer} />}
        </div>
      </div>
      <MomentTip scrollerRef={scrollerRef} />
      <ActionsHost
        scrollerRef={scrollerRef}
        pages={pages}
        newest={props.newest}
        me={me}
        peer={peer}
      />
      {view.isMarkAbove && !place.goBack && !unseen.isReached && firstUnseen !== null && (
        <JumpToUnseen
          count={unseen.count}
          onJump={() => {
            view.goToMark();
            focusOn(scrollerRef);
          }}
        />
      )}
      {place.goBack && (
        <GoBack
          onGo={() => {
            place.goBack?.();
            focusOn(scrollerRef);
          }}
        />
      )}
      {(view.isAwayFromEnd || excerpt) && (
        <JumpToNewest
          count={reading.missed}
          onJump={() => {
            place.goToNewest();
            // The button disappears at the end.
            focusOn(scrollerRef);
          }}
        />
      )}
    </>
  );
}

function focusOn(scrollerRef: RefObject<HTMLElement | null>): void {
  scrollerRef.current?.focus({ preventScroll: true });
}
