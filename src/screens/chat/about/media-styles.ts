import { css } from '@emotion/react';
import { linkButton } from '../../../ui/late-styles.ts';
import { canHover, coarse, small } from '../../../ui/media.ts';
import { circle, cover, flexRow, muted, scrolls } from '../../../ui/styles.ts';

export const heading = css({
  ...flexRow(),
  justifyContent: 'space-between',
  marginBlockEnd: 'var(--s3)',
  font: 'var(--t-name)',
  '& > button': { marginBlock: 'calc(var(--s3) * -1)' },
});

const tiles = css({
  display: 'grid',
  gap: 'var(--s2)',
  ...scrolls,
  '& > li': { position: 'relative', minWidth: 0 },
  '& > [data-wide]': { gridColumn: '1 / -1', justifySelf: 'center', alignSelf: 'end' },
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
      ...cover,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 1px var(--picture-edge)',
    },
  },
  // For a missing picture, not for the button on it.
  '& > li > button:first-of-type > svg': { margin: 'auto', color: 'var(--text-muted)' },
  '& img': {
    display: 'block',
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    background: 'var(--behind-picture)',
  },
});

/** Two columns, at most 200 px high (spec section 9); the partly visible row fades until the end. */
export const grid = css(tiles, {
  gridTemplateColumns: '1fr 1fr',
  gridAutoRows: 80,
  maxHeight: 200,
  '@supports (animation-timeline: scroll())': {
    maskImage: 'linear-gradient(#000 calc(100% - var(--media-fade)), transparent)',
    // `important`, like the rule for reduced motion: a fade that follows the reader's hand is no motion.
    animation: 'media-fade linear !important',
    animationTimeline: 'scroll(self) !important',
  },
});

/** As many columns as fit, by month. */
export const allGrid = css(tiles, {
  gridTemplateColumns: 'repeat(auto-fill, minmax(5.5rem, 1fr))',
  gap: 'var(--s1)',
  padding: '0 var(--s6) var(--s6)',
  [small]: { paddingInline: 'var(--s4)' },
  '& > li:not([data-wide])': { aspectRatio: 1 },
  '& > [data-wide]': { justifySelf: 'start', paddingBlock: 'var(--s3) var(--s1)' },
  '& h3': { font: 'var(--t-name)' },
});

export const allMedia = css({
  width: 'min(60rem, calc(100vw - 24px))',
  height: 'calc(100dvh - 24px)',
  overflow: 'hidden',
  '&[open]': { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)' },
});

/** In a picture's corner. */
export const viewButton = css({
  position: 'absolute',
  insetBlockStart: 4,
  insetInlineEnd: 4,
  ...circle(28),
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

export const nothing = css(flexRow(10), muted);

export const textButton = css(linkButton);
