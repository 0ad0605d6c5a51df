/**
 * The look of a conversation's messages. There are many rows, so they have plain class names and data attributes, and
 * this one style of their container styles them. Every selector reads from the outside in: `&` is the whole path so
 * far, so nothing can be put before it.
 */
import { css } from '@emotion/react';
import { smallButton } from '../../../ui/button.tsx';
import { coarse, forcedColors, small } from '../../../ui/media.ts';
import { flexRow, oneLine, twoLines } from '../../../ui/styles.ts';
import { pictureStyles } from './message-picture.tsx';

const row = css({
  '.message': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'var(--size) minmax(0, 1fr)',
    columnGap: 'var(--s2)',
    alignItems: 'end',
    marginBlockStart: 3,
    // Grows half as much as the text.
    '--size': 'calc(14px + .875rem)',
    '&[data-first=true]': { marginBlockStart: 'var(--s4)' },
    borderRadius: 'var(--r-s)',
    // Beside a line of text, in its middle.
    '& > .avatar': { justifySelf: 'center', marginBlockEnd: 4, userSelect: 'none' },
    '&[data-own=true]': { gridTemplateColumns: 'minmax(0, 1fr) var(--size)' },
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

const bubble = css({
  '.bubble': {
    position: 'relative',
    maxWidth: '100%',
    padding: '8px 14px',
    borderRadius: 'var(--r-l)',
    borderStartStartRadius: 'var(--r-tuck)',
    borderEndStartRadius: 'var(--r-tuck)',
    background: 'var(--bubble-in)',
    overflowWrap: 'anywhere',
    // Stacked marks would overlap other messages, or make the list scroll sideways.
    '& p': {
      display: 'flow-root',
      whiteSpace: 'pre-wrap',
      overflow: 'clip',
      overflowClipMargin: 4,
    },
    '& a': { textDecoration: 'underline', unicodeBidi: 'isolate' },
    // Otherwise the first line ends after `https://`, and others at each slash.
    '& a[data-long=true]': { wordBreak: 'break-all' },
    [forcedColors]: { border: '1px solid' },
  },
  '.bubble + .bubble': { marginBlockStart: 3 },
  '[data-first=true] .bubble': { borderStartStartRadius: 'var(--r-l)' },
  '[data-own=true] .bubble': {
    borderRadius: 'var(--r-l)',
    borderStartEndRadius: 'var(--r-tuck)',
    borderEndEndRadius: 'var(--r-tuck)',
    background: 'var(--bubble-out)',
    color: 'var(--on-bubble-out)',
    '& :focus-visible': { outlineColor: 'var(--on-bubble-out)' },
    '& a': { color: 'inherit' },
  },
  '[data-own=true][data-first=true] .bubble': { borderStartEndRadius: 'var(--r-l)' },
  '.message[data-state=failed] .bubble': {
    background: 'var(--danger-soft)',
    color: 'var(--text)',
    boxShadow: 'inset 0 0 0 1px var(--danger)',
  },
});

const head = css({
  '.quote': {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    width: '100%',
    minWidth: 0,
    minHeight: '2.75rem',
    marginBlockEnd: 6,
    paddingBlock: 4,
    paddingInline: 10,
    borderInlineStart: '3px solid currentColor',
    borderRadius: 'var(--r-tuck)',
    background: 'color-mix(in srgb, currentColor 9%, transparent)',
    color: 'inherit',
    font: 'var(--t-sm)',
    textAlign: 'start',
    userSelect: 'none',
    '& > strong, & > span': { maxWidth: '100%' },
    '& > strong': { ...oneLine, fontWeight: 600 },
    '& > span': twoLines,
    '&[data-deleted]': { fontStyle: 'italic' },
    '&:has(> img)': { minHeight: '3.25rem', paddingInlineEnd: 'calc(3.25rem + 8px)' },
    '& > img': {
      position: 'absolute',
      insetBlock: 0,
      insetInlineEnd: 0,
      width: '3.25rem',
      height: '100%',
      objectFit: 'cover',
      borderRadius: 'inherit',
      background: 'var(--behind-picture)',
    },
  },
  '.forwarded': {
    marginBlockEnd: 2,
    paddingInline: 4,
    font: 'var(--t-xs)',
    fontStyle: 'italic',
    color: 'var(--text-muted)',
    userSelect: 'none',
  },
  '.with-picture > .quote': { width: 'calc(100% - 12px)', margin: 6 },
  '.message .bubble.empty': {
    background: 'none',
    boxShadow: 'inset 0 0 0 1px var(--line)',
    fontStyle: 'italic',
    color: 'var(--text-muted)',
    userSelect: 'none',
    '& .meta': { fontStyle: 'normal', color: 'inherit' },
  },
});

const meta = css({
  '.meta': {
    float: 'inline-end',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    marginBlock: '6px -3px',
    marginInlineStart: 10,
    font: 'var(--t-xs)',
    fontWeight: 450,
    fontVariantNumeric: 'tabular-nums',
    color: 'var(--text-muted)',
    whiteSpace: 'nowrap',
    userSelect: 'none',
  },
  // Of another server's message without a time.
  '.day-name:empty, .meta:has(> time:empty:only-child)': { display: 'none !important' },
  '[data-own=true] .meta': { color: 'var(--meta-out)' },
  '[data-state=failed] .meta': { color: 'var(--text-muted)' },
  // On a picture it is white like the time: red is not visible on the pill.
  '[data-state=failed] :not(.with-picture) > .meta svg': { color: 'var(--danger)' },
  '.seen': { marginInlineStart: 1, color: 'var(--read)' },
});

/** Taller for fingers than it looks. */
const reach = {
  [coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-10px -4px' } },
} as const;

const reactions = css({
  '.reactions': {
    display: 'flex',
    gap: 'var(--s1)',
    marginBlockStart: 3,
    userSelect: 'none',
    '& > button': {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      minHeight: 26,
      paddingInline: 8,
      borderRadius: 'var(--r-full)',
      background: 'var(--bubble-in)',
      fontSize: '1rem',
      lineHeight: 1.25,
      [forcedColors]: { border: '1px solid' },
      ...reach,
    },
    '& > [aria-pressed=true]': {
      background: 'var(--accent-soft)',
      boxShadow: 'inset 0 0 0 1.5px var(--accent-text)',
    },
    // Not text: the name of the button says who they are.
    '& > [data-count="2"]::before': {
      content: '"2"',
      order: 1,
      font: 'var(--t-xs)',
      color: 'var(--text-muted)',
    },
  },
});

const emoji = css({
  '.message .bubble.emoji': {
    padding: '2px 0 0',
    background: 'none',
    color: 'var(--text)',
    borderRadius: 0,
    '& p': { fontSize: '2.75rem', lineHeight: '3.25rem', letterSpacing: '.04em' },
    '& .meta': {
      float: 'none',
      display: 'flex',
      width: 'max-content',
      margin: '2px 2px 0',
      color: 'var(--text-muted)',
    },
    '& .seen': { color: 'var(--accent-text)', '--tick': 'var(--sheet)' },
  },
  '[data-own=true] .bubble.emoji .meta': { marginInlineStart: 'auto' },
});

const notSent = css({
  // The buttons are a group: on a line too short for all, both go below the reason.
  '.not-sent, .not-sent > div': {
    ...flexRow(),
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    columnGap: 6,
  },
  '.not-sent': {
    gridColumn: 1,
    gridRow: 2,
    justifySelf: 'end',
    userSelect: 'none',
    textAlign: 'end',
    minHeight: 28,
    marginBlockStart: 2,
    font: 'var(--t-sm)',
    color: 'var(--ink)',
    '--ink': 'var(--danger)',
    '--under': 'var(--danger-soft)',
    '&[data-waiting=true]': { '--ink': 'var(--text-muted)', '--under': 'var(--hover)' },
    overflowWrap: 'anywhere',
    '& button': {
      ...smallButton,
      color: 'var(--ink)',
      textDecoration: 'underline',
      textUnderlineOffset: '.18em',
      '&:hover': { background: 'var(--under)' },
      '&:last-of-type': { marginInlineEnd: -8 },
    },
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
    ...flexRow('var(--s3)'),
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

export const threadStyles = [
  row,
  bubble,
  head,
  meta,
  emoji,
  reactions,
  pictureStyles,
  notSent,
  dividers,
  found,
];
