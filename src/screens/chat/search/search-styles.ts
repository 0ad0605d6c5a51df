import { css } from '@emotion/react';
import { linkButton, plainField } from '../../../ui/late-styles.ts';
import { canHover, forcedColors, small } from '../../../ui/media.ts';
import {
  emptyNotice,
  fieldText,
  flexRow,
  focusHalo,
  muted,
  oneLine,
  raised,
  scrolls,
  twoLines,
} from '../../../ui/styles.ts';

/** In its own row, so that it covers no messages; the open results do. */
export const panel = css({
  borderBlockEnd: '1px solid var(--line)',
  background: 'var(--sheet)',
});

export const bar = css({
  ...flexRow(),
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  minHeight: 'calc(var(--tap) + 1rem)',
  paddingBlock: 'var(--s2)',
  paddingInline: 'var(--gap) calc(var(--gap) - 10px)',
});
/** They stay together, beside the field or below it. */
export const buttons = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  '& > button[aria-disabled=true]': { opacity: 0.38, cursor: 'default' },
  // If space is short, the buttons for previous and next appear with the first hit.
  [small]: { '&[data-found=false] > button:nth-of-type(-n + 2)': { display: 'none' } },
});

/** A label, so that a press anywhere in it focuses the field. */
export const field = css({
  position: 'relative',
  // With large text, or on the narrowest screens, the buttons are below.
  flex: '1 1 9.5rem',
  minWidth: 0,
  ...flexRow('var(--s2)'),
  minHeight: 'var(--tap)',
  paddingInline: 'var(--s3)',
  marginInlineEnd: 'var(--s2)',
  border: '1px solid var(--control)',
  borderRadius: 'var(--r-full)',
  color: 'var(--text-muted)',
  cursor: 'text',
  '&:focus-within': {
    ...focusHalo,
  },
  '& > input': {
    flex: 1,
    minWidth: 0,
    paddingBlock: 'var(--s1)',
    border: 0,
    background: 'none',
    color: 'var(--text)',
    ...fieldText,
    appearance: 'none',
    // The whole field shows the focus; with forced colours, this does.
    outline: '2px solid transparent',
  },
});

export const place = css({
  flex: 'none',
  maxWidth: '50%',
  font: 'var(--t-sm)',
  fontVariantNumeric: 'tabular-nums',
  ...oneLine,
});

export const dateForm = css({
  ...flexRow('var(--s2)'),
  flexWrap: 'wrap',
  paddingInline: 'var(--gap)',
  paddingBlockEnd: 'var(--s2)',
  '& > label': { font: 'var(--t-sm)', fontWeight: 500 },
  '& > input': {
    ...plainField,
    ...fieldText,
  },
  '& > button': { minHeight: 'var(--tap)', paddingInline: 'var(--s4)' },
  '& > p': { flex: '1 1 12rem', minWidth: 0, font: 'var(--t-sm)', color: 'var(--text-muted)' },
});

/** Below the search, within the part of the messages; they cover what floats there. */
export const results = css({
  position: 'absolute',
  insetInline: 0,
  zIndex: 'var(--z-menu)',
  // Not over the box, unless hardly anything would be left.
  maxHeight: 'min(26rem, 0.52 * var(--seen-h, 100dvh), max(100% - var(--tap) - 1rem, 6rem))',
  ...raised(2),
  borderEndStartRadius: 'var(--r-l)',
  borderEndEndRadius: 'var(--r-l)',
  ...scrolls,
});

export const list = css({
  padding: 'var(--s2)',
  '& button': {
    display: 'grid',
    gap: 2,
    width: '100%',
    minHeight: 'var(--tap)',
    paddingBlock: 'var(--s2)',
    paddingInline: 'var(--s3)',
    borderRadius: 'var(--r-m)',
    textAlign: 'start',
    '&:focus-visible': { outlineOffset: -2 },
    [canHover]: { '&:hover': { background: 'var(--hover)' } },
  },
  '& .head': {
    ...muted,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .text': {
    ...twoLines,
    overflowWrap: 'anywhere',
  },
  '& mark': {
    background: 'none',
    color: 'var(--accent-text)',
    fontWeight: 650,
    textDecoration: 'underline',
    textUnderlineOffset: '.18em',
    [forcedColors]: { color: 'Highlight' },
  },
});

export const nothing = css(emptyNotice, { padding: 'var(--s6) var(--s5)' });

export const foot = css({
  ...flexRow('var(--s2)'),
  flexWrap: 'wrap',
  minHeight: 'var(--tap)',
  paddingInline: 'var(--s5)',
  borderBlockStart: '1px solid var(--line)',
  ...muted,
  '& > button': linkButton,
});
