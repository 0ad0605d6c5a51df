import { memo } from 'react';
import { useIsTyping } from '../../../backend/connection.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { useIsOnline, useListedUser } from '../../../people/users.ts';
import type { MessagePreview, User, UserId } from '../../../protocol/entities.ts';
import { useIsMuted } from '../../../stores/mutes.ts';
import { useUnseenCount } from '../../../stores/unseen.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Ban, BellOff } from '../../../ui/icons/home-icons.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Badge } from '../badge.tsx';
import { texts } from './texts.ts';

interface UserRowProps {
  user: User;
  isOnline: boolean;
  isTyping: boolean;
  unseen: number;
  isMuted: boolean;
  /** From `toDayKey`. */
  today: string;
  /** Their conversation is open. */
  isCurrent: boolean;
  /** The one row that the Tab key reaches. */
  isTabStop: boolean;
  onOpen: (userId: UserId) => void;
}

/**
 * A person in the list: `user` keeps its reference, the rest are primitives. The row is called by who it
 * is, how they are and what is unseen; what was said last describes it.
 */
export const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, isOnline, isTyping, unseen, isMuted, today, isCurrent, isTabStop, onOpen } = props;
  const latest = user.lastMessage;
  const hasLatest = typeof latest?.createdAt === 'string';
  const marks = (
    <span className="marks">
      {user.blocked && (
        <>
          <Ban size={14} />
          <VisuallyHidden>{texts.blocked}</VisuallyHidden>
        </>
      )}
      {isMuted && (
        <>
          <BellOff size={14} />
          <VisuallyHidden>{texts.muted}</VisuallyHidden>
        </>
      )}
      <Badge count={unseen}>
        <VisuallyHidden>{texts.unread}</VisuallyHidden>
      </Badge>
    </span>
  );
  return (
    <button
      type="button"
      className="user-row"
      data-user-id={user._id}
      data-unseen={unseen > 0}
      aria-current={isCurrent ? 'true' : undefined}
      aria-describedby={hasLatest || isTyping ? `latest-${user._id}` : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onOpen(user._id)}
    >
      <Avatar user={user} online={isOnline} />
      <span className="words">
        <span className="line">
          <bdi className="name" title={user.fullName}>
            {user.fullName}
          </bdi>
          {hasLatest && (
            <time aria-hidden="true" dateTime={latest.createdAt}>
              {formatMoment(latest.createdAt, today)}
            </time>
          )}
        </span>
        <span className="line">
          <span className="state" data-online={isOnline}>
            {isOnline ? texts.online : texts.offline}
          </span>
          {(hasLatest || isTyping) && (
            <span
              className="latest"
              id={`latest-${user._id}`}
              aria-hidden="true"
              data-typing={isTyping}
            >
              {isTyping ? texts.typing : latest && describe(latest, user._id)}
            </span>
          )}
          {hasLatest && marks}
        </span>
      </span>
      {!hasLatest && marks}
    </button>
  );
});

function describe({ senderId, text }: MessagePreview, peerId: UserId) {
  const isOwn = senderId !== peerId;
  if (typeof text !== 'string') return <bdi>{isOwn ? texts.ownPicture : texts.picture}</bdi>;
  return (
    <>
      {isOwn && texts.you}
      <bdi>{text}</bdi>
    </>
  );
}

type LiveUserRowProps = Pick<UserRowProps, 'today' | 'isCurrent' | 'isTabStop' | 'onOpen'> & {
  userId: UserId;
};

/** Joins a person to what is known live about them: one change renders one row. */
export const LiveUserRow = memo(function LiveUserRow({ userId, ...props }: LiveUserRowProps) {
  const user = useListedUser(userId);
  const isOnline = useIsOnline(userId);
  const isTyping = useIsTyping(userId);
  const unseen = useUnseenCount(userId);
  const isMuted = useIsMuted(userId);
  if (!user) return null;
  return (
    <UserRow
      user={user}
      // The connections of an account end a moment after it was deleted.
      isOnline={isOnline && !user.deleted}
      isTyping={isTyping}
      unseen={unseen}
      isMuted={isMuted}
      {...props}
    />
  );
});
