import { css, keyframes } from '@emotion/react';
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import { useUnseenCounts } from '../../../stores/unseen.ts';
import { ArrowUp } from '../../../ui/icons/icons.ts';
import { coarse, forcedColors } from '../../../ui/media.ts';
import { texts } from './texts.ts';
import type { Hold } from './use-hold.ts';

/** A click that was meant for the row below passes through. */
const ignoreClicks = keyframes({ 'from, to': { pointerEvents: 'none' } });
/** Over the first row, so that nothing moves. */
const place = css({ position: 'relative', flex: 'none', height: 0, zIndex: 'var(--z-float)' });
const pill = css({
  position: 'absolute',
  insetBlockStart: 'var(--s2)',
  insetInline: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s1)',
  width: 'max-content',
  minHeight: 32,
  marginInline: 'auto',
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

interface NewRowsProps {
  listRef: RefObject<HTMLElement | null>;
  ids: readonly UserId[];
  /** In px. */
  rowHeight: number;
  hold: Hold;
  /** Scrolls to a row and focuses it. */
  onShow: (index: number) => void;
}

/**
 * How many people have unseen messages above the view, or have written since the order is held and are below it; and a
 * button to the first of them.
 */
export function NewRows({ listRef, ids, rowHeight, hold, onShow }: NewRowsProps) {
  const unseen = useUnseenCounts(true);
  const start = useListPlace(listRef, ({ scrollTop }) => Math.round(scrollTop / rowHeight));
  const end = useListPlace(listRef, ({ scrollTop, clientHeight }) =>
    Math.round((scrollTop + clientHeight) / rowHeight),
  );
  const { since, release, buttonRef, buttonProps } = hold;
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
