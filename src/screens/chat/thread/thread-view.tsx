import { css } from '@emotion/react';
import { memo, type RefObject, useLayoutEffect, useRef, type WheelEvent } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import type { ExcerptView } from '../../../conversation/excerpt.ts';
import type { ConversationView } from '../../../conversation/messages.ts';
import { lateComponent } from '../../../lib/late-component.tsx';
import { formatDay } from '../../../lib/time.ts';
import type { User } from '../../../protocol/entities.ts';
import { saveReaderPlace } from '../../../stores/attention.ts';
import { useToday } from '../../../stores/clock.ts';
import { hasModifier } from '../../../ui/keys.ts';
import { MessageRow, TypingRow } from './message-row.tsx';
import { MomentTip } from './moment-tip.tsx';
import type { News } from './news.ts';
import { type UnseenLine, useReading } from './reading.ts';
import { copyMessages, moveAlong, useKeptFocus } from './rows.ts';
import { texts } from './texts.ts';
import {
  type Entry,
  findEntry,
  isSameGroup,
  keyOf,
  type Slice,
  type ThreadPage,
  toDays,
} from './thread.ts';
import { GoBack, JumpToNewest, JumpToUnseen, MoreMessages } from './thread-buttons.tsx';
import { threadStyles } from './thread-styles.ts';
import type { Origin, ReaderPlace } from './use-place.ts';
import { useThreadView } from './use-thread-view.ts';

const MessageActions = lateComponent(
  async () => (await import('../actions/message-actions.tsx')).MessageActions,
);

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
  const canAct = useHasFeature('changes');
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
    firstUnseen: unseen.isReached ? null : firstUnseen,
    onUnseenReached: unseen.onReached,
    isExcerpt: excerpt !== null,
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
  useKeptFocus(scrollerRef);
  /** The pressed button may disappear. */
  const thenFocus = (move: () => void) => () => {
    move();
    focusOn(scrollerRef);
  };
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
            <MoreMessages {...texts.older} isLoading={isLoadingOlder} onLoad={loadOlder} />
          )}
          {toDays(pages, span.first, span.last).map((day) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
            <div key={day.id} className="day" role="group" aria-label={formatDay(day.key, today)}>
              <p className="day-name" aria-hidden="true">
                {formatDay(day.key, today)}
              </p>
              {day.slices.map((slice, index) => (
                <DaySlice
                  key={slice.pageKey}
                  {...slice}
                  opensDay={index === 0 && !day.isContinued}
                  me={me}
                  peer={peer}
                  firstUnseen={firstUnseen}
                  unseenCount={unseen.count}
                />
              ))}
            </div>
          ))}
          <div data-end style={{ height: below }} />
          {excerpt?.hasNewer && span.last === pages.length - 1 && (
            <MoreMessages
              {...texts.newer}
              isLoading={excerpt.isLoadingNewer}
              onLoad={excerpt.loadNewer}
            />
          )}
          {props.isTyping && <TypingRow peer={peer} />}
        </div>
      </div>
      <MomentTip scrollerRef={scrollerRef} />
      {canAct && (
        <MessageActions
          scrollerRef={scrollerRef}
          pages={pages}
          newest={props.newest}
          me={me}
          peer={peer}
        />
      )}
      <div
        style={{ display: 'contents' }}
        // The buttons float over the messages, where the wheel would move nothing.
        onWheel={(event) => scrollByWheel(scrollerRef.current, event)}
      >
        {view.isUnseenAbove && !place.goBack && !unseen.isReached && firstUnseen !== null && (
          <JumpToUnseen count={unseen.count} onJump={thenFocus(view.goToUnseen)} />
        )}
        {place.goBack && <GoBack onGo={thenFocus(place.goBack)} />}
        {(view.isAwayFromEnd || excerpt) && (
          <JumpToNewest count={reading.missed} onJump={thenFocus(place.goToNewest)} />
        )}
      </div>
    </>
  );
}

/** In the browser's three units: pixels, lines, pages. */
function scrollByWheel(
  box: HTMLElement | null,
  { deltaY, deltaMode, nativeEvent }: WheelEvent,
): void {
  if (!box || nativeEvent.ctrlKey) return;
  const unit = [1, 20, box.clientHeight][deltaMode] ?? 1;
  // Whoever listens to the reader's own scrolling learns of it.
  box.dispatchEvent(new Event('wheel'));
  box.scrollBy({ top: deltaY * unit });
}

function focusOn(scrollerRef: RefObject<HTMLElement | null>): void {
  scrollerRef.current?.focus({ preventScroll: true });
}

interface DaySliceProps extends Slice {
  me: User;
  peer: User;
  /** The unseen line is above this message; null: none. */
  firstUnseen: string | null;
  unseenCount: number;
  opensDay: boolean;
}

/** The messages of one day on one page. */
const DaySlice = memo(function DaySlice(props: DaySliceProps) {
  const { entries, start, end, me, peer, firstUnseen } = props;
  return (
    <ol data-page={props.pageKey} data-opens-day={props.opensDay}>
      {entries.slice(start, end).flatMap((entry, index, slice) => {
        const key = keyOf(entry);
        const earlier = slice[index - 1] ?? props.previous;
        const isUnseenFirst = key === firstUnseen;
        const isOwn = entry.senderId === me._id;
        const row = (
          <MessageRow
            key={key}
            entry={entry}
            sender={isOwn ? me : peer}
            isOwn={isOwn}
            quoted={nameQuoted(entry, me, peer)}
            ownReaction={entry.reactions?.[me._id]}
            theirReaction={entry.reactions?.[peer._id]}
            peerName={peer.fullName}
            isFirst={isUnseenFirst || !isSameGroup(earlier, entry)}
          />
        );
        return isUnseenFirst
          ? [<NewMessagesLine key="unseen" count={props.unseenCount} />, row]
          : [row];
      })}
    </ol>
  );
});

function nameQuoted({ replyTo }: Entry, me: User, peer: User): string | undefined {
  if (replyTo?.senderId === undefined) return undefined;
  return replyTo.senderId === me._id ? texts.you : peer.fullName;
}

function NewMessagesLine({ count }: { count: number }) {
  return <li className="unseen-line">{texts.newMessages(count)}</li>;
}
