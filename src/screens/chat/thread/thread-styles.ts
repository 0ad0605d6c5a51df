/**
 * The look of a conversation's messages. There are many rows, so they have plain class names and data attributes, and
 * this one style of their container styles them. Every selector reads from the outside in: `&` is the whole path so
 * far, so nothing can be put before it.
 */
import { css } from '@emotion/react';
import { forcedColors, small } from '../../../ui/media.ts';
import { bubbleStyles } from './bubble-styles.ts';
import { notSentStyles } from './not-sent-styles.ts';
import { pictureStyles } from './picture-styles.ts';

const row = css({
  '.message': {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr)',
    columnGap: 'var(--s2)',
    alignItems: 'end',
    marginBlockStart: 3,
    '--size': '28px',
    '&[data-first=true]': { marginBlockStart: 'var(--s4)' },
    // Beside a line of text, in its middle.
    '& > .avatar': { justifySelf: 'center', marginBlockEnd: 4, userSelect: 'none' },
    '&[data-own=true]': { gridTemplateColumns: 'minmax(0, 1fr) 28px' },
    '&[data-own=true] > .avatar': { gridColumn: 2, gridRow: 1 },
  },
  '.column': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    minWidth: 0,
    maxWidth: 'min(540px, 86%)',
  },
  '[data-own=true] > .column': {
    gridColumn: 1,
    gridRow: 1,
    justifySelf: 'end',
    alignItems: 'flex-end',
  },
  [small]: {
    '.message': { columnGap: 6 },
    '.column': { maxWidth: 'min(540px, 90%)' },
  },
});

const dividers = css({
  '.day': { display: 'flex', flexDirection: 'column' },
  '.day-name': {
    position: 'sticky',
    insetBlockStart: 'var(--s2)',
    zIndex: 'var(--z-sticky)',
    alignSelf: 'center',
    marginBlockStart: 'var(--s4)',
    padding: '4px 12px',
    borderRadius: 'var(--r-full)',
    background: 'var(--sheet)',
    boxShadow: '0 0 0 1px var(--line)',
    font: 'var(--t-xs)',
    color: 'var(--text-muted)',
    userSelect: 'none',
    transition: 'opacity var(--d-slow) var(--ease-out)',
    [forcedColors]: { border: '1px solid' },
  },
  // Over messages, it disappears when scrolling stops.
  '&:not([data-scrolling]) .day-name[data-over]': { opacity: 0 },
  '.unseen-line': {
    userSelect: 'none',
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s3)',
    marginBlock: 'var(--s5) var(--s1)',
    font: 'var(--t-xs)',
    fontWeight: 600,
    color: 'var(--new-text)',
    '&::before, &::after': {
      content: '""',
      flex: 1,
      height: 1,
      background: 'currentColor',
      opacity: 0.45,
    },
  },
});

/** The message after a jump. */
const found = css({
  '[data-found=true] .bubble': {
    outline: '2px solid var(--accent-text)',
    outlineOffset: 2,
  },
  '.bubble p::highlight(found)': {
    backgroundColor: '#FFD75E',
    color: '#10201F',
    [forcedColors]: { backgroundColor: 'Highlight', color: 'HighlightText' },
  },
});

export const threadStyles = [row, bubbleStyles, pictureStyles, notSentStyles, dividers, found];
