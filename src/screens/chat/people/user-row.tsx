import { memo } from 'react';
import { useIsTyping } from '../../../backend/connection.ts';
import { useDraftWords } from '../../../kept/drafts.ts';
import { formatShortMoment } from '../../../lib/time.ts';
import { useIsOnline, useListedUser } from '../../../people/users.ts';
import type { MessagePreview, User, UserId } from '../../../protocol/entities.ts';
import { useIsFlagged, useIsMuted } from '../../../stores/people-settings.ts';
import { useUnseenCount } from '../../../stores/unseen.ts';
import { type UnsentPreview, useUnsent } from '../../../stores/unsent.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Ban, BellOff, CircleAlert, Clock3, Pin } from '../../../ui/icons/icons.ts';
import { hasModifier } from '../../../ui/keys.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { toAddress } from '../../conversation-address.ts';
import { Badge } from '../badge.tsx';
import { texts as chatTexts } from '../texts.ts';
import { texts } from './texts.ts';

interface UserRowProps {
  user: User;
  /** Undefined: without a connection nobody knows, and a deleted account is neither. */
  isOnline: boolean | undefined;
  isTyping: boolean;
  unseen: number;
  isMuted: boolean;
  isPinned: boolean;
  /** By the person: there may be nothing new. */
  isMarkedUnread: boolean;
  /** Own waiting or failed message. */
  unsent?: UnsentPreview | undefined;
  /** The draft to this person; empty: only pictures. */
  draft?: string | undefined;
  /** From `toDayKey`. */
  today: string;
  isCurrent: boolean;
  /** The one row that the Tab key reaches. */
  isTabStop: boolean;
  onOpen: (userId: UserId) => void;
}

/**
 * A person in the list: `user` and `unsent` keep their references, the rest are primitives. The row's name has the
 * person, presence and unseen count; its description has the last message.
 */
export const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, isOnline, isTyping, unseen, isMuted, unsent } = props;
  const { isPinned, isMarkedUnread } = props;
  const { today, isCurrent, isTabStop, onOpen } = props;
  const moment = (unsent ?? user.lastMessage)?.createdAt;
  const preview = describePreview(props);
  const state = isOnline !== undefined && (
    <span className="state">{isOnline ? texts.online : texts.offline}</span>
  );
  const icons = (
    <span className="icons">
      {user.blocked && <StatusIcon icon={Ban} name={texts.blocked} />}
      {isMuted && <StatusIcon icon={BellOff} name={texts.muted} />}
      {isPinned && <StatusIcon icon={Pin} name={texts.pinned} />}
      {isMarkedUnread && unseen === 0 && (
        <span className="unread-dot">
          <VisuallyHidden>{texts.unread}</VisuallyHidden>
        </span>
      )}
      <Badge count={unseen} isQuiet={isMuted}>
        <VisuallyHidden>{texts.unread}</VisuallyHidden>
      </Badge>
    </span>
  );
  return (
    <a
      href={toAddress(user._id)}
      draggable={false}
      className="user-row"
      data-user-id={user._id}
      data-unseen={unseen > 0 || isMarkedUnread}
      aria-current={isCurrent ? 'true' : undefined}
      aria-describedby={preview ? `latest-${user._id}` : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => {
        // With such a key the browser opens the conversation in another window.
        if (hasModifier(event)) return;
        event.preventDefault();
        onOpen(user._id);
      }}
    >
      <Avatar user={user} online={isOnline === true} />
      <span className="words">
        <span className="line">
          <bdi className="name" translate="no" title={user.fullName}>
            {user.fullName}
          </bdi>
          {typeof moment === 'string' && (
            <span className="when">
              {state}
              <time aria-hidden="true" dateTime={moment}>
                {formatShortMoment(moment, today)}
              </time>
            </span>
          )}
        </span>
        <span className="line">
          {moment === undefined && state}
          {preview && (
            <span
              className="latest"
              id={`latest-${user._id}`}
              aria-hidden="true"
              data-typing={isTyping}
            >
              {preview}
            </span>
          )}
          {moment !== undefined && icons}
        </span>
      </span>
      {moment === undefined && icons}
    </a>
  );
});

function StatusIcon({ icon: Icon, name }: { icon: typeof Ban; name: string }) {
  return (
    <>
      <Icon size={14} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}

/** What is at the end of the conversation; undefined if unknown. */
function describePreview({ user, isTyping, unsent, draft }: UserRowProps) {
  if (isTyping) return texts.typing;
  if (unsent) return describeUnsent(unsent);
  if (draft !== undefined) {
    return (
      <>
        <i className="draft">{texts.draft}</i>
        <bdi>{draft || texts.draftPicture}</bdi>
      </>
    );
  }
  const latest = user.lastMessage;
  return latest && describeLatest(latest, user._id);
}

function describeUnsent({ content, state }: UnsentPreview) {
  const hasFailed = state === 'failed';
  const Icon = hasFailed ? CircleAlert : Clock3;
  return (
    <>
      <Icon className="unsent" data-failed={hasFailed} size={14} />
      <VisuallyHidden>{hasFailed ? texts.failed : texts.waiting}</VisuallyHidden>
      {'text' in content ? (
        <>
          <span>{texts.you}</span>
          <bdi>{content.text || chatTexts.forwarded}</bdi>
        </>
      ) : (
        <bdi>{texts.ownPicture}</bdi>
      )}
    </>
  );
}

function describeLatest({ senderId, text }: MessagePreview, peerId: UserId) {
  const isOwn = senderId !== peerId;
  if (typeof text !== 'string') return <bdi>{isOwn ? texts.ownPicture : texts.picture}</bdi>;
  return (
    <>
      {isOwn && <span>{texts.you}</span>}
      <bdi>{text}</bdi>
    </>
  );
}

type LiveUserRowProps = Pick<UserRowProps, 'today' | 'isCurrent' | 'isTabStop' | 'onOpen'> & {
  userId: UserId;
  isConnected: boolean;
  /** The connection has been away for so long that nothing is known any more. */
  isReconnecting: boolean;
};

/**
 * While connected everybody is online or offline: also somebody who hides it, or of whom the server has not told yet.
 * Between a short outage and its end the last word stays.
 */
function findPresence(
  { deleted }: User,
  isOnline: boolean | undefined,
  { isConnected, isReconnecting }: Pick<LiveUserRowProps, 'isConnected' | 'isReconnecting'>,
): boolean | undefined {
  if (deleted || isReconnecting) return undefined;
  return isOnline ?? (isConnected ? false : undefined);
}

/** Joins a person with live data: one change renders one row. */
export const LiveUserRow = memo(function LiveUserRow(live: LiveUserRowProps) {
  const { userId, isConnected, isReconnecting, ...props } = live;
  const user = useListedUser(userId);
  const isOnline = useIsOnline(userId);
  const state = {
    isTyping: useIsTyping(userId),
    unseen: useUnseenCount(userId),
    isMuted: useIsMuted(userId),
    isPinned: useIsFlagged('pinned', userId),
    isMarkedUnread: useIsFlagged('unread', userId),
    unsent: useUnsent(userId),
    // The box shows it; to a deleted account nothing can be sent.
    draft: useDraftWords(props.isCurrent || user?.deleted ? null : userId),
  };
  if (!user) return null;
  const presence = findPresence(user, isOnline, { isConnected, isReconnecting });
  return <UserRow user={user} isOnline={presence} {...state} {...props} />;
});
