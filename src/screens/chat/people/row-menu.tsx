import { css, Global } from '@emotion/react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { UserId } from '../../../protocol/entities.ts';
import { getMarked, type RowMark } from '../../../stores/row-marks.ts';
import { getUnseenCount } from '../../../stores/unseen.ts';
import { EllipsisVertical } from '../../../ui/icons/home-icons.ts';
import { canHover, forcedColors } from '../../../ui/media.ts';
import { isSingleKey } from '../../../ui/single-keys.ts';
import { useMenu } from '../../use-menu.ts';
import { markRow } from './mark-row.ts';
import { RowMenuItems } from './row-menu-items.tsx';
import { texts } from './tool-texts.ts';

/** How long a finger must stay on a row, in ms, and how far it may move, in px. */
const LONG_PRESS_MS = 500;
const SLACK_PX = 10;

/** The row that has the button shows it in place of the time. */
const rows = css({
  'li:has(> .user-row)': { position: 'relative' },
  '.user-row': { WebkitTouchCallout: 'none' },
  [canHover]: {
    'li:has(> div > [aria-haspopup])': {
      '&:is(:hover, :has(> :focus-visible), :has([aria-expanded=true]))': {
        '& time': { visibility: 'hidden' },
        '& > .user-row > .marks': { marginInlineEnd: 28 },
        '& > div > button': { opacity: 1, pointerEvents: 'auto' },
      },
    },
  },
});
const opener = css({
  position: 'absolute',
  insetInlineEnd: 'var(--s2)',
  insetBlockStart: 6,
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  // Not hidden: when the menu closes, the focus passes through it.
  opacity: 0,
  pointerEvents: 'none',
  borderRadius: 'var(--r-full)',
  color: 'var(--text-muted)',
  '&:hover, &[aria-expanded=true]': { background: 'var(--sheet)', color: 'var(--text)' },
  'li:not(:has(time)) &': { insetBlockStart: 'calc(var(--row-h) / 2 - 14px)' },
  [forcedColors]: { border: '1px solid' },
});

interface Target {
  userId: UserId;
  row: HTMLElement;
  item: HTMLElement;
}

interface Point {
  x: number;
  y: number;
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
  const press = useRef<Point & { timer: ReturnType<typeof setTimeout> }>(undefined);
  /** By the last press. */
  const hasOpened = useRef(false);
  const { isOpen, openAt, close, wrapProps, buttonProps, menuProps } = useMenu(wrapRef);

  const open = (found: Target, point: Point) => {
    hasOpened.current = true;
    flushSync(() => {
      setTarget(found);
      setAt(point);
    });
    openAt(0);
  };
  const openBelow = (found: Target) => {
    const { left, right, bottom } = found.row.getBoundingClientRect();
    open(found, { x: (left + right) / 2, y: bottom - 8 });
  };
  const mark = (kind: RowMark, userId: UserId) => {
    if (kind === 'unread' && getUnseenCount(userId) > 0) return;
    const isMarked = !getMarked(kind).has(userId);
    // An open conversation would be read at once.
    if (kind === 'unread' && isMarked && userId === selectedId) onLeave();
    markRow(accountId, kind, userId, isMarked);
  };
  const cancelPress = () => clearTimeout(press.current?.timer);

  const arrive = (event: Event) => {
    const found = findTarget(event);
    if (found && !isOpen && found.row !== target?.row) setTarget(found);
  };
  const handleFocus = useEffectEvent(arrive);
  const handleContextMenu = useEffectEvent((event: MouseEvent) => {
    const found = findTarget(event);
    if (!found || (event.shiftKey && event.button === 2)) return;
    event.preventDefault();
    cancelPress();
    // By the keyboard it comes without a place.
    if (event.button === 2 || event.clientX > 0)
      open(found, { x: event.clientX, y: event.clientY });
    else openBelow(found);
  });
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const found = findTarget(event);
    if (!found) return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openBelow(found);
    else if (isSingleKey(event, 'p')) mark('pinned', found.userId);
    else if (isSingleKey(event, 'u')) mark('unread', found.userId);
    else return;
    event.preventDefault();
  });
  const handlePointerDown = useEffectEvent((event: PointerEvent) => {
    hasOpened.current = false;
    cancelPress();
    const found = event.pointerType === 'touch' && findTarget(event);
    if (!found) return;
    const point = { x: event.clientX, y: event.clientY };
    // Safari on phones has no event for it.
    const timer = setTimeout(() => open(found, point), LONG_PRESS_MS);
    press.current = { timer, ...point };
  });
  const handlePointerMove = useEffectEvent((event: PointerEvent) => {
    arrive(event);
    const { clientX, clientY } = event;
    const { x = clientX, y = clientY } = press.current ?? {};
    if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) cancelPress();
  });
  const handlePointerEnd = useEffectEvent(cancelPress);
  // The finger that has opened the menu neither moves the focus nor opens the conversation when it leaves.
  const handleTouchEnd = useEffectEvent((event: TouchEvent) => {
    if (hasOpened.current) event.preventDefault();
  });
  // It closes when the focus leaves it.
  const handleScroll = useEffectEvent(() => isOpen && target?.row.focus({ preventScroll: true }));

  useEffect(() => {
    const list = listRef.current;
    const listening = new AbortController();
    const { signal } = listening;
    list?.addEventListener('focusin', (event) => handleFocus(event), { signal });
    list?.addEventListener('contextmenu', (event) => handleContextMenu(event), { signal });
    list?.addEventListener('keydown', (event) => handleKeyDown(event), { signal });
    list?.addEventListener('pointerdown', (event) => handlePointerDown(event), { signal });
    list?.addEventListener('pointermove', (event) => handlePointerMove(event), { signal });
    list?.addEventListener('pointerup', () => handlePointerEnd(), { signal });
    list?.addEventListener('pointercancel', () => handlePointerEnd(), { signal });
    list?.addEventListener('touchend', (event) => handleTouchEnd(event), { signal });
    list?.addEventListener('scroll', () => handleScroll(), { signal });
    return () => {
      listening.abort();
      handlePointerEnd();
    };
  }, [listRef]);

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
            onClick={() => (isOpen ? close() : openBelow(target))}
          >
            <EllipsisVertical size={18} />
          </button>
          {isOpen && (
            <RowMenuItems
              userId={target.userId}
              at={at}
              onMark={(kind) => mark(kind, target.userId)}
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
