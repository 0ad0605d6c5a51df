import { css } from '@emotion/react';
import type { DraftPicture } from '../../../kept/drafts.ts';
import { X } from '../../../ui/icons/icons.ts';
import { forcedColors } from '../../../ui/media.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';

const strip = css({
  display: 'flex',
  gap: 'var(--s3)',
  margin: 0,
  // Space for the buttons, which extend over the edge.
  paddingBlock: '9px 6px',
  paddingInline: '9px 14px',
  overflowX: 'auto',
  // Scrolled content follows the rounded corners of the box.
  borderStartStartRadius: 22,
  borderStartEndRadius: 22,
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  listStyle: 'none',
});
const tile = css({
  position: 'relative',
  flex: 'none',
  '& > img, & > span': {
    display: 'grid',
    placeItems: 'center',
    width: 'auto',
    height: 88,
    minWidth: 64,
    maxWidth: 132,
    borderRadius: 'var(--r-m)',
    objectFit: 'cover',
    background: 'var(--bubble-in)',
    color: 'var(--text-muted)',
    [forcedColors]: { border: '1px solid' },
  },
  '& > span': { width: 88 },
  '& > button': {
    position: 'absolute',
    insetBlockStart: -8,
    insetInlineEnd: -8,
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    borderRadius: '50%',
    background: 'var(--raised)',
    boxShadow: 'var(--shadow-2)',
    color: 'var(--text)',
    [forcedColors]: { border: '1px solid' },
    // The touch target is 44 px, larger than it looks.
    '&::after': { content: '""', position: 'absolute', inset: -6 },
    '&:hover': { background: 'var(--accent-soft)' },
  },
});

interface PictureStripProps {
  pictures: readonly DraftPicture[];
  onRemove: (id: number) => void;
}

/** The pictures that the next Send includes, each with a button to remove it. */
export function PictureStrip({ pictures, onRemove }: PictureStripProps) {
  return (
    <ul css={strip} aria-label={texts.pictures}>
      {pictures.map(({ id, src }, index) => {
        const label = texts.removePicture(index, pictures.length);
        return (
          <li key={id} css={tile} aria-busy={src === null}>
            {src === null ? (
              <span>
                <Spinner />
                <VisuallyHidden role="status">{texts.preparing}</VisuallyHidden>
              </span>
            ) : (
              <img src={src} alt={texts.toBeSent} decoding="async" draggable={false} />
            )}
            <button type="button" aria-label={label} title={label} onClick={() => onRemove(id)}>
              <X size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
