import { memo } from 'react';
import type { User, UserId } from '../../../protocol/entities.ts';
import { useIsOnline } from '../../../queries/users.ts';
import { useUnseenCount } from '../../../stores/unseen.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Badge } from '../badge.tsx';

interface UserRowProps {
  user: User;
  isOnline: boolean;
  unseen: number;
  /** Their conversation is open. */
  isCurrent: boolean;
  /** The one row that the Tab key reaches. */
  isTabStop: boolean;
  onOpen: (userId: UserId) => void;
}

/** A person in the list: `user` keeps its reference, the rest are primitives. */
export const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, isOnline, unseen, isCurrent, isTabStop, onOpen } = props;
  return (
    <button
      type="button"
      className="user-row"
      data-user-id={user._id}
      data-unread={unseen > 0}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onOpen(user._id)}
    >
      <Avatar user={user} online={isOnline} />
      <span className="words">
        <span className="name" title={user.fullName}>
          {user.fullName}
        </span>
        <span className="state" data-online={isOnline}>
          {isOnline ? 'Online' : 'Offline'}
        </span>
      </span>
      <Badge count={unseen}>
        <VisuallyHidden> unread</VisuallyHidden>
      </Badge>
    </button>
  );
});

/** Joins a person to what is known live about them: one change renders one row. */
export const LiveUserRow = memo(function LiveUserRow(
  props: Omit<UserRowProps, 'isOnline' | 'unseen'>,
) {
  const isOnline = useIsOnline(props.user._id);
  const unseen = useUnseenCount(props.user._id);
  return <UserRow {...props} isOnline={isOnline} unseen={unseen} />;
});
