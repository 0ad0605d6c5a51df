import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadSurely } from '../../../lib/load-code.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { useToday } from '../../../stores/clock.ts';
import { usePreference } from '../../../stores/preferences.ts';
import { moveIndex } from '../../../ui/move-index.ts';
import { useIsReconnecting } from '../use-is-reconnecting.ts';
import type { ListToolsProps } from './list-tools.tsx';
import { peopleList } from './people-list-styles.ts';
import { useRowWindow } from './use-row-window.ts';
import { LiveUserRow } from './user-row.tsx';

/** `--row-h`: the same for every width, and more for larger text. */
const ROW_HEIGHT_REM = 4;

/** Menus and keys of the rows, which the first rows do not need. */
const ListTools = lazy(async () => ({
  default: (await loadSurely(() => import('./list-tools.tsx'))).ListTools,
}));

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
  const rowHeight = useRowHeight();
  const { start, end } = useRowWindow(listRef, ids.length, rowHeight);
  const stop = findTabStop(ids, [focusedId, selectedId]);
  const today = useToday();
  const isCutOff = useIsReconnecting();

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
      <Suspense>
        <ListTools listRef={listRef} rowHeight={rowHeight} onShow={focusRow} {...props} />
      </Suspense>
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
              isCutOff={isCutOff}
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

/** In px; measured again when the person changes the text size, in any window. */
function useRowHeight(): number {
  const textSize = usePreference('textSize');
  const [measured, setMeasured] = useState(() => ({ textSize, height: measureRow() }));
  if (measured.textSize !== textSize) setMeasured({ textSize, height: measureRow() });
  return measured.height;
}

function measureRow(): number {
  return ROW_HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The first of the wanted people who is in the list; otherwise the first row. */
function findTabStop(ids: readonly UserId[], wanted: readonly (UserId | null)[]): number {
  for (const id of wanted) {
    const index = id === null ? -1 : ids.indexOf(id);
    if (index >= 0) return index;
  }
  return 0;
}
