import { css } from '@emotion/react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConnection } from '../../../backend/connection.ts';
import { lateComponent } from '../../../lib/late-component.tsx';
import type { UserId } from '../../../protocol/entities.ts';
import { useToday } from '../../../stores/clock.ts';
import { canHover, forcedColors, mediumOnly } from '../../../ui/media.ts';
import { moveIndex } from '../../../ui/move-index.ts';
import { emptyNotice, flexRow, muted, oneLine, scrolls } from '../../../ui/styles.ts';
import { useIsReconnecting } from '../reconnecting.tsx';
import type { ListToolsProps } from './list-tools.tsx';
import { LiveUserRow } from './user-row.tsx';

/** Menus and keys of the rows, which the first rows do not need. */
const ListTools = lateComponent(async () => (await import('./list-tools.tsx')).ListTools);

/** How long a distant row may take to be mounted; it never is if the person has left the list. */
const MAX_FRAMES = 10;

type PeopleListProps = Omit<ListToolsProps, 'listRef' | 'rowHeight' | 'onShow'>;

/**
 * The people as a list of links with one tab stop: arrows, Home and End move within it. Leaving a conversation returns
 * the focus to its row.
 */
export function PeopleList(props: PeopleListProps) {
  const { ids, selectedId, onOpen } = props;
  const listRef = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<UserId | null>(null);
  const { start, end, rowHeight } = useRowWindow(listRef, ids);
  const stop = findTabStop(ids, [focusedId, selectedId]);
  const today = useToday();
  const isReconnecting = useIsReconnecting();
  const isConnected = useConnection().status === 'connected';

  const focusRow = (index: number, framesLeft = MAX_FRAMES) => {
    const userId = ids[index];
    const list = listRef.current;
    if (userId === undefined || !list) return;
    const top = index * rowHeight;
    const isMounted = index >= start && index < end;
    if (!isMounted) list.scrollTop = top - list.clientHeight / 2;
    // The row must exist, and be the tab stop, before it can get the focus.
    flushSync(() => setFocusedId(userId));
    const row = list.querySelector<HTMLElement>(`[data-user-id="${CSS.escape(userId)}"]`);
    // After a mouse press WebKit draws no focus ring unless it is told to.
    if (row) row.focus({ focusVisible: true });
    else if (framesLeft > 0) requestAnimationFrame(() => focusRow(index, framesLeft - 1));
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest('[data-user-id]') : null;
    const current = ids.indexOf(row?.getAttribute('data-user-id') ?? '');
    const target = moveIndex(event.key, current, ids.length);
    if (target === undefined) return;
    event.preventDefault();
    focusRow(target);
  };

  const openId = useRef(selectedId);
  useEffect(() => {
    const leftId = openId.current;
    openId.current = selectedId;
    if (leftId === null || selectedId !== null) return;
    listRef.current?.querySelector<HTMLElement>(`[data-user-id="${CSS.escape(leftId)}"]`)?.focus();
  }, [selectedId]);

  return (
    <>
      <ListTools listRef={listRef} rowHeight={rowHeight} onShow={focusRow} {...props} />
      <ul
        css={peopleList}
        ref={listRef}
        onKeyDown={handleKeyDown}
        onFocus={({ target }) => setFocusedId(target.getAttribute('data-user-id'))}
      >
        {start > 0 && <li aria-hidden="true" style={{ height: start * rowHeight }} />}
        {ids.slice(start, end).map((userId, index) => (
          <li key={userId} aria-setsize={ids.length} aria-posinset={start + index + 1}>
            <LiveUserRow
              userId={userId}
              isConnected={isConnected}
              isReconnecting={isReconnecting}
              today={today}
              isCurrent={userId === selectedId}
              isTabStop={start + index === stop || (index === 0 && (stop < start || stop >= end))}
              onOpen={onOpen}
            />
          </li>
        ))}
        {end < ids.length && (
          <li aria-hidden="true" style={{ height: (ids.length - end) * rowHeight }} />
        )}
      </ul>
    </>
  );
}

/** The first of the wanted people who is in the list; otherwise the first row. */
function findTabStop(ids: readonly UserId[], wanted: readonly (UserId | null)[]): number {
  for (const id of wanted) {
    const index = id === null ? -1 : ids.indexOf(id);
    if (index >= 0) return index;
  }
  return 0;
}

/** Up to this many rows all are mounted, and the browser itself skips those out of view. */
const ALL_UP_TO = 200;
/** Rows mounted beyond either edge; the window moves in steps of half of it. */
const MARGIN = 14;

interface RowWindow {
  /** Index of the first mounted row, and of the one after the last. */
  start: number;
  end: number;
  rowHeight: number;
}

/** Decides which of many rows to mount. */
function useRowWindow(listRef: RefObject<HTMLElement | null>, ids: readonly UserId[]): RowWindow {
  const count = ids.length;
  const [rowHeight, setRowHeight] = useState(64);
  const [step, setStep] = useState(0);
  const [rows, setRows] = useState(20);
  const isWindowed = count > ALL_UP_TO;

  useEffect(() => {
    const list = listRef.current;
    if (!list || !isWindowed) return;
    const update = () => {
      setStep(Math.floor(list.scrollTop / rowHeight / (MARGIN / 2)));
      setRows(Math.ceil(list.clientHeight / rowHeight));
    };
    update();
    const resizes = new ResizeObserver(update);
    resizes.observe(list);
    list.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      list.removeEventListener('scroll', update);
    };
  }, [listRef, isWindowed, rowHeight]);

  const top = isWindowed ? step * (MARGIN / 2) : 0;
  const start = Math.max(0, Math.min(top, count) - MARGIN);
  const end = isWindowed ? Math.min(count, top + rows + MARGIN + MARGIN / 2) : count;

  // The text size, the browser's smallest one and styles of the person all change it.
  const firstId = ids[start];
  useEffect(() => {
    const row = firstId && listRef.current?.querySelector('.user-row');
    if (!row) return;
    const sizes = new ResizeObserver(() => {
      const { height } = row.getBoundingClientRect();
      // A hidden list has none.
      if (height > 0) setRowHeight(height);
    });
    sizes.observe(row);
    return () => sizes.disconnect();
  }, [listRef, firstId]);

  return { start, end, rowHeight };
}

/** There are many rows: they have class names, and this style of their list styles them. */
export const peopleList = css({
  flex: 1,
  minHeight: 0,
  paddingBlock: 'var(--s1) var(--s3)',
  paddingInline: 'var(--s2)',
  ...scrolls,
  '.user-row, .user-shape': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridAutoFlow: 'column',
    alignItems: 'center',
    gap: 'var(--s3)',
    width: '100%',
    // Three lines of the name's height, also with a smallest text size that the browser sets.
    font: 'var(--t-name)',
    height: 'max(var(--row-h), calc(3lh + .25rem))',
    paddingInline: 'var(--s3)',
    borderRadius: 'var(--r-m)',
    textAlign: 'start',
    textDecoration: 'none',
    // Grows half as much as the text.
    '--size': 'calc(22px + 1.375rem)',
  },
  '.user-row': {
    containerType: 'inline-size',
    '--behind': 'var(--canvas)',
    background: 'var(--behind)',
    WebkitTapHighlightColor: 'transparent',
    contentVisibility: 'auto',
    [canHover]: { '&:hover': { '--behind': 'var(--hover)' } },
    '&[aria-current=true]': { '--behind': 'var(--selected)' },
    '&[aria-current=true]::before': {
      content: '""',
      position: 'absolute',
      insetBlock: 18,
      insetInlineStart: 0,
      width: 3,
      borderStartEndRadius: 3,
      borderEndEndRadius: 3,
      background: 'var(--accent-text)',
      [forcedColors]: { background: 'Highlight' },
    },
    '&:focus-visible': { outlineOffset: -2 },
    '& .line': {
      display: 'flex',
      alignItems: 'baseline',
      ...muted,
      minHeight: '1lh',
      // Also the space between "You:" and the text.
      whiteSpace: 'pre',
      '& + .line': { alignItems: 'center', marginBlockStart: 1 },
    },
    // Cut at its own end, in either writing direction.
    '& bdi': oneLine,
    '& .name': {
      font: 'var(--t-name)',
      fontWeight: 450,
      color: 'var(--text)',
    },
    '&[data-unseen=true] .name': { fontWeight: 700 },
    '& .latest': { display: 'flex', flex: 1, minWidth: 0 },
    '& .draft': { fontStyle: 'normal', color: 'var(--accent-text)' },
    '& .unsent': { flex: 'none', alignSelf: 'center', marginInlineEnd: 4 },
    '& .unsent[data-failed=true]': { color: 'var(--danger)' },
    '& .latest[data-typing=true]': { color: 'var(--accent-text)' },
    '&[data-unseen=true] .latest': { color: 'var(--text)' },
    '& .icons': {
      ...flexRow('var(--s1)'),
      marginInlineStart: 'auto',
      // The badge is higher than the line but does not move it.
      marginBlock: -2,
      color: 'var(--text-muted)',
      '&:empty': { display: 'none' },
    },
    '& .unread-dot': {
      width: '.75rem',
      height: '.75rem',
      borderRadius: '50%',
      background: 'var(--new)',
      forcedColorAdjust: 'none',
    },
    '& .line > .icons': { paddingInlineStart: 'var(--s2)' },
    '& .when': {
      flex: 'none',
      display: 'flex',
      gap: 6,
      marginInlineStart: 'auto',
      paddingInlineStart: 'var(--s2)',
      font: 'var(--t-xs)',
      fontWeight: 400,
      fontVariantNumeric: 'tabular-nums',
    },
    // Large text, also by a smallest size that the browser sets: the whole line is the name's.
    '@container (max-width: 10lh)': {
      '& .line:has(> .when)': { flexWrap: 'wrap' },
      '& .line:has(> .when) > .name': { flexBasis: '100%' },
      '& .when': { marginInlineStart: 0, paddingInlineStart: 0 },
    },
  },
  [mediumOnly]: {
    '.user-row, .user-shape': {
      gridTemplateColumns: 'max(40px, 2.5rem) minmax(0, 1fr)',
      columnGap: 10,
      paddingInline: 'var(--s2)',
      '--size': 'calc(20px + 1.25rem)',
    },
    '.user-row .name': { fontSize: '.875rem' },
    '.user-row .when': { gap: 5, fontSize: '.6875rem' },
  },
});

export const peopleNotice = css(emptyNotice, {
  alignContent: 'start',
  flex: 1,
  padding: 'var(--s12) var(--s5)',
  '& > svg': { marginBlockEnd: 'var(--s1)' },
  '& > button': { marginBlockStart: 'var(--s3)' },
});
