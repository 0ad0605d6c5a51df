import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { askToLogOut } from '../../../session/ask-to-log-out.ts';
import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  Check,
  EllipsisVertical,
  LogOut,
  Settings2,
  UserRoundPen,
} from '../../../ui/icons/home-icons.ts';
import { menuItem, menuSurface } from '../../../ui/menu-styles.ts';
import { texts } from './texts.ts';
import { useHoverMenu } from './use-hover-menu.ts';

const wrap = css({ position: 'relative' });
const menu = css({
  ...menuSurface,
  insetInlineEnd: 0,
  insetBlockStart: 'calc(100% + 4px)',
  width: 208,
  transformOrigin: 'calc(100% - 20px) 0',
  // A bridge from the button: the pointer stays inside on its way down.
  '&::before': { content: '""', position: 'absolute', inset: '-8px 0 auto', height: 8 },
  '& > li > *': {
    ...menuItem,
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s3)',
    textDecoration: 'none',
    '& > svg': { color: 'var(--text-muted)' },
    '&[aria-pressed=false] > svg': { visibility: 'hidden' },
  },
  '& > li:last-child::before': {
    content: '""',
    display: 'block',
    height: 1,
    margin: '6px 12px',
    background: 'var(--line)',
  },
});

/** Actions on the own account. Opens by hover, keyboard focus, and tap. */
export function AccountMenu() {
  const wrapRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { isOpen, hasHistoryEntry, wrapProps, buttonProps, listProps } = useHoverMenu(wrapRef);
  const isUnreadFirst = usePreference('isUnreadFirst');
  return (
    <div css={wrap} ref={wrapRef} {...wrapProps}>
      {/* No `title`: its bubble would cover the list that opens under the pointer. */}
      <IconButton label={texts.menu} title="" aria-controls={listId} {...buttonProps}>
        <EllipsisVertical size={20} />
      </IconButton>
      {isOpen && (
        <ul css={menu} id={listId} aria-label={texts.menu} {...listProps}>
          <li>
            <button
              type="button"
              aria-pressed={isUnreadFirst}
              onClick={() => setPreference('isUnreadFirst', !isUnreadFirst)}
            >
              <Check size={20} />
              {texts.unreadFirst}
            </button>
          </li>
          <li>
            <Link to="/profile" replace={hasHistoryEntry}>
              <UserRoundPen size={20} />
              {texts.editProfile}
            </Link>
          </li>
          <li>
            <Link to="/profile" hash="settings" replace={hasHistoryEntry}>
              <Settings2 size={20} />
              {texts.settings}
            </Link>
          </li>
          <li>
            <button type="button" onClick={askToLogOut}>
              <LogOut size={20} />
              {texts.logOut}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
