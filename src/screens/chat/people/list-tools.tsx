import { css, keyframes } from '@emotion/react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { followUnsent } from '../../../conversation/follow-unsent.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { getFlagged } from '../../../stores/people-settings.ts';
import {
  getUnseenCount,
  getUnseenCounts,
  type UnseenCounts,
  useUnseenCounts,
} from '../../../stores/unseen.ts';
import { ArrowUp } from '../../../ui/icons/icons.ts';
import { isApple, isComposing, isWriting, usePageKeys } from '../../../ui/keys.ts';
import { coarse, forcedColors, matchesMedia, reducedMotion } from '../../../ui/media.ts';
import { flexRow } from '../../../ui/styles.ts';
import { useListeners } from '../../../ui/use-listeners.ts';
import { texts } from './late-texts.ts';
import { RowMenu } from './row-menu.tsx';

export interface ListToolsProps {
  listRef: RefObject<HTMLUListElement | null>;
  ids: readonly UserId[];
  /** In px. */
  rowHeight: number;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  onLeave: () => void;
  /** The pointer aims at a row, or not any more. */
  onFreeze: (isFrozen: boolean) => void;
  /** Scrolls to a row and focuses it. */
  onShow: (index: number) => void;
}

/** Further functions of the people list; their code loads after the first rows. */
export function ListTools(props: ListToolsProps) {
  const { listRef, ids, rowHeight, selectedId, onOpen, onLeave, onFreeze, onShow } = props;
  const accountId = useMe()._id;
  const queryClient = useQueryClient();
  useEffect(() => followUnsent(queryClient), [queryClient]);
  useNeighbourKeys(ids, selectedId, onOpen);
  useGlide(listRef, ids, rowHeight);
  const freeze = useFreeze(listRef, onFreeze);
  return (
    <>
      <NewRows listRef={listRef} ids={ids} rowHeight={rowHeight} freeze={freeze} onShow={onShow} />
      <RowMenu listRef={listRef} accountId={accountId} selectedId={selectedId} onLeave={onLeave} />
    </>
  );
}

/** A click that was meant for the row below passes through. */
const ignoreClicks = keyframes({ 'from, to': { pointerEvents: 'none' } });
/** Over the first row, so that nothing moves. */
const place = css({ position: 'relative', flex: 'none', height: 0, zIndex: 'var(--z-float)' });
const pill = css({
  position: 'absolute',
  insetBlockStart: 'var(--s2)',
  insetInlineEnd: 'var(--s4)',
  ...flexRow('var(--s1)'),
  width: 'max-content',
  minHeight: 32,
  paddingInline: 'var(--s3)',
  borderRadius: 'var(--r-full)',
  background: 'var(--new)',
  color: 'var(--on-new)',
  boxShadow: 'var(--shadow-2)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  animation: `${ignoreClicks} .5s`,
  [coarse]: { minHeight: 'var(--tap)' },
  [forcedColors]: { border: '1px solid' },
});

type NewRowsProps = Pick<ListToolsProps, 'ids' | 'rowHeight' | 'onShow'> & {
  listRef: RefObject<HTMLElement | null>;
  freeze: Freeze;
};

/**
 * How many people have unseen messages above the view, or have written since the order is frozen and are below it; and a
 * button to the first of them.
 */
export function NewRows({ listRef, ids, rowHeight, freeze, onShow }: NewRowsProps) {
  const unseen = useUnseenCounts(true);
  const start = useListPlace(listRef, ({ scrollTop }) => Math.round(scrollTop / rowHeight));
  const end = useListPlace(listRef, ({ scrollTop, clientHeight }) =>
    Math.round((scrollTop + clientHeight) / rowHeight),
  );
  const { since, release, buttonRef, buttonProps } = freeze;
  const above = ids.slice(0, start).filter((id) => unseen.has(id));
  const waiting = since
    ? ids.slice(end).filter((id) => (unseen.get(id) ?? 0) > (since.get(id) ?? 0))
    : [];
  const [first] = [...above, ...waiting];

  const [wanted, setWanted] = useState<UserId | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    setWanted(null);
    onShow(ids.indexOf(wanted));
  }, [wanted, ids, onShow]);

  return (
    // The region must exist before its first text: otherwise that is not read.
    <div css={place} role="status" ref={buttonRef} {...buttonProps}>
      {first !== undefined && (
        <button
          type="button"
          css={pill}
          onClick={() => {
            release();
            setWanted(first);
          }}
        >
          <ArrowUp size={16} />
          <span>{texts.newRows(above.length + waiting.length)}</span>
        </button>
      )}
    </div>
  );
}

/** A number that depends on how far the list is scrolled. */
function useListPlace(
  listRef: RefObject<HTMLElement | null>,
  read: (list: HTMLElement) => number,
): number {
  return useSyncExternalStore(
    (listener) => {
      const list = listRef.current;
      list?.addEventListener('scroll', listener, { passive: true });
      return () => list?.removeEventListener('scroll', listener);
    },
    () => (listRef.current ? read(listRef.current) : 0),
  );
}

/** A pointer that has not moved for this long does not aim at a row. In ms. */
const REST_MS = 1_500;

interface Freeze {
  /** The unseen counts at its beginning; null: nothing is frozen. */
  since: UnseenCounts | null;
  release: () => void;
  /** For the button over the list: while the pointer is on it, the order stays. */
  buttonRef: RefObject<HTMLDivElement | null>;
  buttonProps: { onPointerEnter: () => void; onPointerLeave: () => void };
}

/**
 * Freezes the order while a pointer moves over the list or presses: nothing may change places just before a click. A
 * resting pointer freezes nothing.
 */
export function useFreeze(
  listRef: RefObject<HTMLElement | null>,
  onFreeze: (isFrozen: boolean) => void,
): Freeze {
  const [since, setSince] = useState<UnseenCounts | null>(null);
  const buttonRef = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stopTimer = () => clearTimeout(timer.current);
  const release = () => {
    stopTimer();
    setSince(null);
    onFreeze(false);
  };
  const startTimer = () => {
    stopTimer();
    timer.current = setTimeout(release, REST_MS);
  };
  const handleMove = () => {
    startTimer();
    setSince((before) => before ?? getUnseenCounts());
    onFreeze(true);
  };
  useListeners(() => listRef.current, {
    pointermove: handleMove,
    pointerdown: handleMove,
    pointerleave({ relatedTarget }) {
      if (!(relatedTarget instanceof Node && buttonRef.current?.contains(relatedTarget))) release();
    },
  });
  // No event says that an element moved away from under a pointer.
  const handleGone = useEffectEvent(release);
  useEffect(() => () => handleGone(), []);

  const buttonProps = { onPointerEnter: stopTimer, onPointerLeave: startTimer };
  return { since, release, buttonRef, buttonProps };
}

/** Where Alt and an arrow have their own function. */
const HAS_OWN_ARROWS = 'select, input[type=date], [role=menu] *, dialog *';

/**
 * Alt with Up or Down opens the conversation above or below the open one; with Shift, the next unread one. In a text
 * field on a Mac these keys move by paragraphs or select them.
 */
export function useNeighbourKeys(
  ids: readonly UserId[],
  selectedId: UserId | null,
  onOpen: (userId: UserId) => void,
): void {
  usePageKeys((event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    if (!altKey || ctrlKey || metaKey || event.defaultPrevented || isComposing(event)) return;
    if (target instanceof Element && target.matches(HAS_OWN_ARROWS)) return;
    if (isApple() && isWriting(target)) return;
    event.preventDefault();
    const found = findNeighbour(ids, selectedId, key === 'ArrowUp', shiftKey);
    if (found !== undefined) onOpen(found);
  });
}

/** Unread ones wrap around; the others stop at the end of the list. */
function findNeighbour(
  ids: readonly UserId[],
  selectedId: UserId | null,
  isBackwards: boolean,
  isUnreadOnly: boolean,
): UserId | undefined {
  const ordered = isBackwards ? ids.toReversed() : ids;
  const at = selectedId === null ? -1 : ordered.indexOf(selectedId);
  if (!isUnreadOnly) return ordered[at + 1];
  const others = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
  return others.find((id) => getUnseenCount(id) > 0 || getFlagged('unread').has(id));
}

const GLIDE_MS = 170;

/** Rows move to their new places, so that the eye can follow. A search changes too many at once. */
function useGlide(
  listRef: RefObject<HTMLElement | null>,
  ids: readonly UserId[],
  rowHeight: number,
): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const places = new Map(before.current.map((id, index) => [id, index]));
    const isSearch = Math.abs(before.current.length - ids.length) > 1;
    before.current = ids;
    if (isSearch || matchesMedia(reducedMotion)) return;
    for (const row of listRef.current?.querySelectorAll<HTMLElement>('[data-user-id]') ?? []) {
      const id = row.dataset.userId ?? '';
      const way = ((places.get(id) ?? ids.indexOf(id)) - ids.indexOf(id)) * rowHeight;
      if (way === 0) continue;
      row.animate([{ transform: `translateY(${way}px)` }, {}], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
    }
  }, [listRef, ids, rowHeight]);
}
