import { css } from '@emotion/react';
import { canHover, coarse } from '../../../ui/media.ts';

export const heading = css({
  display: 'flex',
  justifyContent: 'space-between',
  marginBlockEnd: 'var(--s3)',
  font: 'var(--t-name)',
  '& > :nth-child(2)': {
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
    fontVariantNumeric: 'tabular-nums',
  },
});

/** Two columns, at most 200 px high (spec section 9); the partly visible row fades until the end. */
export const grid = css({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gridAutoRows: 80,
  gap: 'var(--s2)',
  maxHeight: 200,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  '@supports (animation-timeline: scroll())': {
    maskImage: 'linear-gradient(#000 calc(100% - var(--media-fade)), transparent)',
    // `important`, like the rule for reduced motion: a fade that follows the reader's hand is no motion.
    animation: 'media-fade linear !important',
    animationTimeline: 'scroll(self) !important',
  },
  '& > li': { position: 'relative', minWidth: 0 },
  '& > .older': { gridColumn: '1 / -1', display: 'grid', placeItems: 'center' },
  '& > li > button:first-of-type': {
    position: 'relative',
    display: 'block',
    width: '100%',
    height: '100%',
    borderRadius: 'var(--r-m)',
    overflow: 'hidden',
    background: 'var(--skeleton)',
    cursor: 'zoom-in',
    '&:focus-visible': { outlineOffset: -3, boxShadow: 'inset 0 0 0 5px var(--sheet)' },
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / .06)',
    },
  },
  // For a missing picture, not for the button on it.
  '& > li > button:first-of-type > svg': { margin: 'auto', color: 'var(--text-muted)' },
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
});

/** In a picture's corner. */
export const viewButton = css({
  position: 'absolute',
  insetBlockStart: 4,
  insetInlineEnd: 4,
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  borderRadius: 'var(--r-full)',
  background: 'var(--overlay)',
  color: '#fff',
  '&:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
  [canHover]: {
    'li:not(:hover, :focus-within) > &': { opacity: 0 },
    transition: 'opacity var(--d-fast)',
  },
  [coarse]: {
    width: 36,
    height: 36,
    // It looks smaller than its touch target.
    '&::before': { content: '""', position: 'absolute', inset: -4 },
  },
});

/** A length that can be animated. */
export const fade = css`
  @property --media-fade { syntax: '<length>'; inherits: false; initial-value: 0px; }
  @keyframes media-fade { from { --media-fade: 28px; } to { --media-fade: 0px; } }
`;

export const cell = css({ borderRadius: 'var(--r-m)' });

export const nothing = css({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  color: 'var(--text-muted)',
  font: 'var(--t-sm)',
});

/** A button with the look of a link. */
export const textButton = css({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s2)',
  minHeight: 'var(--tap)',
  marginBlockStart: 'var(--s1)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  color: 'var(--accent-text)',
  textAlign: 'start',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '.18em' },
});
