import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { askToLogOut } from '../../../session/log-out.ts';
import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { Check, LogOut, Settings2, UserRoundPen } from '../../../ui/icons/icons.ts';
import { menuItem, menuSurface } from '../../../ui/menu-styles.ts';
import { texts } from './texts.ts';

const menu = css({
  ...menuSurface,
  insetInlineEnd: 0,
  insetBlockStart: 'calc(100% + 4px)',
  width: 'max-content',
  minWidth: 208,
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

interface AccountActionsProps extends ComponentProps<'ul'> {
  /** Links replace the menu's own history entry. */
  hasHistoryEntry: boolean;
}

/** The list of the account menu. */
export function AccountActions({ hasHistoryEntry, ...list }: AccountActionsProps) {
  const isUnreadFirst = usePreference('isUnreadFirst');
  return (
    <ul css={menu} {...list}>
      <li>
        <button
          type="button"
          aria-pressed={isUnreadFirst}
          onClick={() => setPreference('isUnreadFirst', !isUnreadFirst)}
        >
          <Check size={20} />
          <span>{texts.unreadFirst}</span>
        </button>
      </li>
      <li>
        <Link to="/profile" replace={hasHistoryEntry}>
          <UserRoundPen size={20} />
          <span>{texts.editProfile}</span>
        </Link>
      </li>
      <li>
        <Link to="/profile" hash="settings" replace={hasHistoryEntry}>
          <Settings2 size={20} />
          <span>{texts.settings}</span>
        </Link>
      </li>
      <li>
        <button type="button" onClick={askToLogOut}>
          <LogOut size={20} />
          <span>{texts.logOut}</span>
        </button>
      </li>
    </ul>
  );
}
