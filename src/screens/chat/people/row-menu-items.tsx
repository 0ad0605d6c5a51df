import { css } from '@emotion/react';
import type { HTMLAttributes } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import { type RowMark, useIsMarked } from '../../../stores/people-settings.ts';
import { useUnseenCount } from '../../../stores/unseen.ts';
import { menuItem, menuSurface } from '../../../ui/menu-styles.ts';
import { placeInWindow } from '../../../ui/place-in-window.ts';
import { toAddress } from '../../conversation-address.ts';
import { texts } from './texts.ts';

const menu = css({
  ...menuSurface,
  position: 'fixed',
  maxWidth: 'calc(100vw - 16px)',
  '& > *': { ...menuItem, display: 'flex', alignItems: 'center', textDecoration: 'none' },
});

interface RowMenuItemsProps extends HTMLAttributes<HTMLElement> {
  userId: UserId;
  /** Where it opens, in px from the corner of the window. It is moved as far as it needs to be to fit. */
  at: { x: number; y: number };
  onMark: (mark: RowMark) => void;
}

/** The menu of a row; without what is not possible now. */
export function RowMenuItems({ userId, at, onMark, ...props }: RowMenuItemsProps) {
  const hasUnseen = useUnseenCount(userId) > 0;

  return (
    <div
      css={menu}
      ref={placeInWindow(at)}
      role="menu"
      aria-label={texts.options}
      tabIndex={-1}
      {...props}
    >
      <MarkItem mark="pinned" userId={userId} onMark={onMark} />
      {!hasUnseen && <MarkItem mark="unread" userId={userId} onMark={onMark} />}
      <a href={toAddress(userId)} target="_blank" rel="noopener" role="menuitem" tabIndex={-1}>
        {texts.openElsewhere}
      </a>
    </div>
  );
}

type MarkItemProps = Pick<RowMenuItemsProps, 'userId' | 'onMark'> & { mark: RowMark };

function MarkItem({ mark, userId, onMark }: MarkItemProps) {
  const isMarked = useIsMarked(mark, userId);
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={() => onMark(mark)}>
      {texts.marks[mark][isMarked ? 'unset' : 'set']}
    </button>
  );
}
