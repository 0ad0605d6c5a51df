import { memo } from 'react';
import { formatDay } from '../../../lib/time.ts';
import type { User } from '../../../protocol/entities.ts';
import { MessageRow } from './message-row.tsx';
import { texts } from './texts.ts';
import { type Day, type Entry, isSameGroup, keyOf, type Slice, toDeliveryState } from './thread.ts';

interface Shared {
  me: User;
  peer: User;
  /** The unseen line is above this message; null: none. */
  firstUnseen: string | null;
  unseenCount: number;
}

/** One day of a conversation under its name, which stays in view while the day does. */
export function DaySection({ day, today, ...shared }: Shared & { day: Day; today: string }) {
  const name = formatDay(day.key, today);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="day" role="group" aria-label={name}>
      <p className="day-name" aria-hidden="true">
        {name}
      </p>
      {day.slices.map((slice, index) => (
        <DaySlice
          key={slice.pageKey}
          {...slice}
          opensDay={index === 0 && !day.isContinued}
          {...shared}
        />
      ))}
    </div>
  );
}

type DaySliceProps = Slice & Shared & { opensDay: boolean };

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
            id={key}
            sender={isOwn ? me : peer}
            isOwn={isOwn}
            text={entry.text}
            image={entry.image}
            quote={entry.replyTo}
            quoted={nameQuoted(entry, me, peer)}
            isForwarded={entry.forwarded}
            isDeleted={entry.deleted}
            imageWidth={entry.imageSize?.width}
            imageHeight={entry.imageSize?.height}
            createdAt={entry.createdAt}
            editedAt={entry.editedAt}
            ownReaction={entry.reactions?.[me._id]}
            theirReaction={entry.reactions?.[peer._id]}
            peerName={peer.fullName}
            state={isOwn && !entry.deleted ? toDeliveryState(entry) : undefined}
            reason={entry.reason}
            isFirst={isUnseenFirst || !isSameGroup(earlier, entry)}
          />
        );
        return isUnseenFirst ? [<UnseenLine key="unseen" count={props.unseenCount} />, row] : [row];
      })}
    </ol>
  );
});

function nameQuoted({ replyTo }: Entry, me: User, peer: User): string | undefined {
  if (replyTo?.senderId === undefined) return undefined;
  return replyTo.senderId === me._id ? texts.you : peer.fullName;
}

function UnseenLine({ count }: { count: number }) {
  return <li className="unseen-line">{texts.newMessages(count)}</li>;
}
