import { css } from '@emotion/react';
import { Link } from '@tanstack/react-router';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { askFor } from '../../../stores/asked.ts';
import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { IconButton } from '../../../ui/button.tsx';
import {
  Check,
  EllipsisVertical,
  LogOut,
  Settings2,
  UserPlus,
  UserRoundPen,
} from '../../../ui/icons/icons.ts';
import { menuItem, menuSurface } from '../../../ui/menu-styles.ts';
import { usePopup } from '../../use-popup.ts';
import { texts } from './texts.ts';
import { useWayToInvite } from './way-to-invite.ts';

const wrap = css({ position: 'relative' });

/** Actions on the own account. Opens by hover, keyboard focus, and tap. */
export function AccountMenu() {
  const wrapRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { isOpen, hasHistoryEntry, wrapProps, buttonProps, listProps } = useHoverMenu(wrapRef);
  return (
    <div css={wrap} ref={wrapRef} {...wrapProps}>
      {/* No `title`: its bubble would cover the list that opens under the pointer. */}
      <IconButton label={texts.menu} title="" aria-controls={listId} {...buttonProps}>
        <EllipsisVertical size={20} />
      </IconButton>
      {isOpen && (
        <AccountActions
          id={listId}
          aria-label={texts.menu}
          hasHistoryEntry={hasHistoryEntry}
          {...listProps}
        />
      )}
    </div>
  );
}

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

function AccountActions({ hasHistoryEntry, ...list }: AccountActionsProps) {
  const isUnreadFirst = usePreference('isUnreadFirst');
  const wayToInvite = useWayToInvite();
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
      {wayToInvite && (
        <li>
          <button type="button" onClick={() => askFor('invitation')}>
            <UserPlus size={20} />
            <span>{texts.inviteSomebody}</span>
          </button>
        </li>
      )}
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
        <button type="button" onClick={() => askFor('logout')}>
          <LogOut size={20} />
          <span>{texts.logOut}</span>
        </button>
      </li>
    </ul>
  );
}

/** A pointer that leaves for a moment has not left. */
const CLOSE_AFTER_MS = 150;

/**
 * Links and buttons below the button that shows them: they open and close by mouse hover, keyboard focus, or touch. If
 * they were opened by a press, the system's Back also closes them.
 */
function useHoverMenu(wrapRef: RefObject<HTMLElement | null>) {
  const [isPressed, setIsPressed] = useState(false);
  // Hover or focus alone adds nothing to the history.
  const { isOpen, setIsOpen, close, wrapProps } = usePopup(wrapRef, { closesByBack: isPressed });
  const pressedBy = useRef('');
  const isWindowLeft = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = (byPress: boolean) => {
    if (!isOpen) setIsPressed(byPress);
    setIsOpen(true);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isOpen,
    /** Links replace that entry. */
    hasHistoryEntry: isOpen && isPressed,
    wrapProps: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        open(false);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        timer.current = setTimeout(() => {
          // If the keyboard focus is inside, it stays open, wherever the mouse goes.
          if (!wrapRef.current?.querySelector(':focus-visible')) close();
        }, CLOSE_AFTER_MS);
      },
      onFocus: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
        // The person has not moved the focus here if it returns: from a closed menu, a dialog, or to this window.
        const isBack =
          isWindowLeft.current ||
          currentTarget.contains(relatedTarget) ||
          relatedTarget?.closest('dialog');
        isWindowLeft.current = false;
        if (!isBack && target.matches(':focus-visible')) open(false);
      },
      onBlur: (event: FocusEvent) => {
        wrapProps.onBlur(event);
        isWindowLeft.current = event.target === document.activeElement;
      },
    },
    buttonProps: {
      'aria-expanded': isOpen,
      onPointerDown: (event: PointerEvent) => {
        pressedBy.current = event.pointerType;
      },
      onKeyDown: ({ key, shiftKey }: KeyboardEvent) => {
        // The focus may leave the page here, and then no event says that it is elsewhere.
        if (key === 'Tab' && shiftKey) setIsOpen(false);
      },
      onClick: ({ detail }: MouseEvent) => {
        // Hover or focus has opened it; a press (of Enter: without a pointer) must not close it again.
        if (detail === 0 || pressedBy.current === 'mouse' || !isOpen) open(true);
        else setIsOpen(false);
      },
    },
    listProps: { onClick: close },
  };
}
