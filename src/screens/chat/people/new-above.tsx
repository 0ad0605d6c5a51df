import { css } from '@emotion/react';
import { type RefObject, useSyncExternalStore } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import { useUnseenCounts } from '../../../stores/unseen.ts';
import { ArrowUp } from '../../../ui/icons/home-icons.ts';
import { coarse, forcedColors } from '../../../ui/media.ts';
import { texts } from './tool-texts.ts';

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
  [coarse]: { minHeight: 'var(--tap)' },
  [forcedColors]: { border: '1px solid' },
});

interface NewAboveProps {
  listRef: RefObject<HTMLElement | null>;
  ids: readonly UserId[];
  /** In px. */
  rowHeight: number;
  /** Scrolls to a row and focuses it. */
  onShow: (index: number) => void;
}

/** How many people with unseen messages are above the view, and a button to the first of them. */
export function NewAbove({ listRef, ids, rowHeight, onShow }: NewAboveProps) {
  const unseen = useUnseenCounts(true);
  const rowsAbove = useSyncExternalStore(
    (listener) => {
      const list = listRef.current;
      list?.addEventListener('scroll', listener, { passive: true });
      return () => list?.removeEventListener('scroll', listener);
    },
    () => Math.round((listRef.current?.scrollTop ?? 0) / rowHeight),
  );
  const above = ids.slice(0, rowsAbove).filter((id) => unseen.has(id));
  return (
    // The region must exist before its first text: otherwise that is not read.
    <div css={place} role="status">
      {above[0] !== undefined && (
        <button type="button" css={pill} onClick={() => onShow(ids.indexOf(above[0] ?? ''))}>
          <ArrowUp size={16} />
          {texts.newAbove(above.length)}
        </button>
      )}
    </div>
  );
}
