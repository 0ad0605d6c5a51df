import { css, Global } from '@emotion/react';
import { type HTMLAttributes, type RefObject, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { changeDraft } from '../../../kept/drafts.ts';
import { useListedUser } from '../../../people/users.ts';
import type { UserId } from '../../../protocol/entities.ts';
import {
  getFlagged,
  type RowFlag,
  setFlagged,
  useIsFlagged,
} from '../../../stores/people-settings.ts';
import { getUnseenCount, useUnseenCount } from '../../../stores/unseen.ts';
import { FloatingMenu, MenuItem } from '../../../ui/floating-menu.tsx';
import { EllipsisVertical } from '../../../ui/icons/icons.ts';
import { isSingleKey } from '../../../ui/keys.ts';
import { canHover, forcedColors } from '../../../ui/media.ts';
import { menuItem } from '../../../ui/menu-styles.ts';
import { circle } from '../../../ui/styles.ts';
import { toAddress } from '../../conversation-address.ts';
import { useMenu } from '../../use-menu.ts';
import { type Point, useMenuRequests } from '../../use-menu-requests.ts';
import { texts } from './late-texts.ts';

/** The row that has the button shows it at the end of the second line. */
const rows = css({
  'li:has(> .user-row)': { position: 'relative' },
  '.user-row': { WebkitTouchCallout: 'none' },
  [canHover]: {
    'li:has(> div > [aria-haspopup])': {
      '&:is(:hover, :has(> :focus-visible), :has([aria-expanded=true]))': {
        '& > .user-row > .icons, & .line + .line': { marginInlineEnd: 28 },
        '& > div > button': { opacity: 1, pointerEvents: 'auto' },
      },
    },
  },
});
const opener = css({
  position: 'absolute',
  insetInlineEnd: 'var(--s2)',
  insetBlockEnd: 5,
  ...circle(28),
  // Not hidden: when the menu closes, the focus passes through it.
  opacity: 0,
  pointerEvents: 'none',
  color: 'var(--text-muted)',
  '&:hover, &[aria-expanded=true]': { background: 'var(--sheet)', color: 'var(--text)' },
  'li:not(:has(time)) &': { insetBlockEnd: 'calc(50% - 14px)' },
  [forcedColors]: { border: '1px solid' },
});

interface Target {
  userId: UserId;
  row: HTMLElement;
  item: HTMLElement;
}

interface RowMenuProps {
  listRef: RefObject<HTMLElement | null>;
  accountId: UserId;
  selectedId: UserId | null;
  onLeave: () => void;
}

/**
 * What can be done with a row: by its button, a right click, a long press, the menu key or Shift+F10, and in part by a
 * key of its own. There is one menu for all rows: it is in the item of the row that the pointer or the focus was on
 * last. Rows are links, so the menu has what the browser's own menu has for them: a new window. Shift and a right click
 * still open the browser's.
 */
export function RowMenu({ listRef, accountId, selectedId, onLeave }: RowMenuProps) {
  const [target, setTarget] = useState<Target | null>(null);
  const [at, setAt] = useState<Point>({ x: 0, y: 0 });
  const wrapRef = useRef<HTMLDivElement>(null);
  const { isOpen, openAt, close, wrapProps, buttonProps, menuProps } = useMenu(wrapRef);

  const open = (found: Target, point: Point | null) => {
    const { left, right, bottom } = found.row.getBoundingClientRect();
    flushSync(() => {
      setTarget(found);
      setAt(point ?? { x: (left + right) / 2, y: bottom - 8 });
    });
    openAt(0);
  };
  const toggle = (kind: RowFlag, userId: UserId) => {
    if (kind === 'unread' && getUnseenCount(userId) > 0) return;
    const isFlagged = !getFlagged(kind).has(userId);
    // An open conversation would be read at once.
    if (kind !== 'pinned' && isFlagged && userId === selectedId) onLeave();
    // Nobody will ever get it.
    if (kind === 'removed') changeDraft(accountId, userId, undefined);
    setFlagged(kind, userId, isFlagged);
  };
  useMenuRequests(listRef, {
    find: findTarget,
    onRequest: open,
    onArrive: (found) => {
      if (!isOpen && found.row !== target?.row) setTarget(found);
    },
    onKey: (found, event) => {
      if (isSingleKey(event, 'p')) toggle('pinned', found.userId);
      else if (isSingleKey(event, 'u')) toggle('unread', found.userId);
      else return false;
      return true;
    },
    // It closes when the focus leaves it.
    onScroll: () => {
      if (isOpen) target?.row.focus({ preventScroll: true });
    },
  });

  if (!target) return <Global styles={rows} />;
  return (
    <>
      <Global styles={rows} />
      {createPortal(
        <div ref={wrapRef} {...wrapProps}>
          <button
            type="button"
            css={opener}
            tabIndex={-1}
            aria-label={texts.options}
            title={texts.options}
            {...buttonProps}
            // The row keeps the focus, or gets it back from the menu.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => target.row.focus({ preventScroll: true })}
            onClick={() => (isOpen ? close() : open(target, null))}
          >
            <EllipsisVertical size={18} />
          </button>
          {isOpen && (
            <RowMenuItems
              userId={target.userId}
              at={at}
              onFlag={(kind) => toggle(kind, target.userId)}
              {...menuProps}
            />
          )}
        </div>,
        target.item,
      )}
    </>
  );
}

function findTarget({ target }: Event): Target | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-user-id]') : null;
  const userId = row?.dataset.userId;
  const item = row?.parentElement;
  return row && item && userId !== undefined ? { userId, row, item } : undefined;
}

const menu = css({ '& > *': menuItem });

interface RowMenuItemsProps extends HTMLAttributes<HTMLElement> {
  userId: UserId;
  /** Where it opens, in px from the corner of the window. It is moved as far as it needs to be to fit. */
  at: { x: number; y: number };
  onFlag: (flag: RowFlag) => void;
}

/** The menu of a row; without what is not possible now. */
function RowMenuItems({ userId, at, onFlag, ...props }: RowMenuItemsProps) {
  const hasUnseen = useUnseenCount(userId) > 0;
  const user = useListedUser(userId);

  return (
    <FloatingMenu css={menu} at={at} aria-label={texts.options} {...props}>
      <FlagItem flag="pinned" userId={userId} onFlag={onFlag} />
      {!hasUnseen && <FlagItem flag="unread" userId={userId} onFlag={onFlag} />}
      <a href={toAddress(userId)} target="_blank" rel="noopener" role="menuitem" tabIndex={-1}>
        {texts.openElsewhere}
      </a>
      {user?.deleted && <MenuItem onClick={() => onFlag('removed')}>{texts.remove}</MenuItem>}
    </FloatingMenu>
  );
}

type FlagItemProps = Pick<RowMenuItemsProps, 'userId' | 'onFlag'> & {
  flag: Exclude<RowFlag, 'removed'>;
};

function FlagItem({ flag, userId, onFlag }: FlagItemProps) {
  const isFlagged = useIsFlagged(flag, userId);
  return (
    <MenuItem onClick={() => onFlag(flag)}>
      {texts.flags[flag][isFlagged ? 'unset' : 'set']}
    </MenuItem>
  );
}
