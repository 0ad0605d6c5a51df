/**
 * The look of a conversation's messages. Rows are many, so they carry plain class names and data
 * attributes, and this one style of their container reaches them. Every selector reads from the outside
 * in: `&` stands for the whole path so far, so nothing can be put before it.
 */
import { css } from '@emotion/react';
import { canHover, coarse, forcedColors, small } from '../../../ui/media.ts';
import { smallButton } from '../../../ui/small-button.ts';

const row = css({
  '.message': {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    columnGap: 'var(--s2)',
    alignItems: 'end',
    marginBlockStart: 3,
    '--size': '20px',
    '&[data-first=true]': { marginBlockStart: 'var(--s4)' },
    '&[data-last=true]': { '--size': '32px' },
    '& > .avatar': { justifySelf: 'center', marginBlockEnd: 9, userSelect: 'none' },
    '&[data-last=true] > .avatar': { marginBlockEnd: 1 },
    '&[data-own=true]': { gridTemplateColumns: 'minmax(0, 1fr) 32px' },
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
    '.message': {
      columnGap: 6,
      gridTemplateColumns: '28px minmax(0, 1fr)',
      '--size': '18px',
      '&[data-last=true]': { '--size': '28px' },
      '& > .avatar': { marginBlockEnd: 10 },
      '&[data-last=true] > .avatar': { marginBlockEnd: 4 },
      '&[data-own=true]': { gridTemplateColumns: 'minmax(0, 1fr) 28px' },
    },
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
    // Stacked marks would reach into other people's messages, or make the list scroll sideways.
    '& p': {
      display: 'flow-root',
      whiteSpace: 'pre-wrap',
      overflow: 'clip',
      overflowClipMargin: 4,
    },
    '& a': { fontWeight: 500, textDecoration: 'underline' },
    [forcedColors]: { border: '1px solid' },
  },
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
  '[data-own=true] .meta': { color: 'var(--meta-out)' },
  '[data-state=failed] .meta': { color: 'var(--text-muted)' },
  '[data-state=failed] .meta svg': { color: 'var(--danger)' },
  '.seen': { marginInlineStart: 1, color: 'var(--read)' },
});

const picture = css({
  '.bubble.with-picture': {
    padding: 0,
    overflow: 'hidden',
    '&.bubble .meta': {
      position: 'absolute',
      insetInlineEnd: 8,
      insetBlockEnd: 8,
      float: 'none',
      margin: 0,
      padding: '3px 8px',
      borderRadius: 'var(--r-full)',
      background: 'var(--overlay)',
      color: '#fff',
      '--tick': '#0A2A34',
      pointerEvents: 'none',
    },
  },
  // Until there is a picture, the bubble is a quiet box in either direction.
  '.message .bubble.with-picture:has(> .placeholder)': {
    background: 'var(--bubble-in)',
    color: 'var(--text)',
    '& .meta': { padding: '0 4px', background: 'none', color: 'var(--text-muted)' },
    '& .seen': { color: 'var(--accent-text)', '--tick': 'var(--sheet)' },
  },
  '.picture': {
    position: 'relative',
    display: 'block',
    maxWidth: '100%',
    background: 'linear-gradient(150deg, var(--accent-soft), var(--bubble-in))',
    cursor: 'zoom-in',
    '&:focus-visible': {
      outlineOffset: -3,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 6px var(--sheet)',
    },
    '& > img': {
      display: 'block',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      transition: 'opacity var(--d-slow) var(--ease-out)',
    },
    '&:focus-visible > img': { opacity: 0.9 },
    '&[data-state=loading] > img': { opacity: 0 },
    // A ring that comes and goes at once would only flicker.
    '& > .placeholder': {
      position: 'absolute',
      inset: 0,
      '@starting-style': { opacity: 0 },
      transition: 'opacity var(--d-base) 300ms',
    },
  },
  '.view-picture': {
    position: 'absolute',
    insetInlineEnd: 6,
    insetBlockStart: 6,
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    borderRadius: 'var(--r-full)',
    background: 'var(--overlay)',
    color: '#fff',
    transition: 'opacity var(--d-fast)',
    '&:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
    [canHover]: { opacity: 0 },
  },
  '.bubble.with-picture:is(:hover, :focus-within) .view-picture': { opacity: 1 },
  '.placeholder': {
    display: 'grid',
    placeContent: 'center',
    placeItems: 'center',
    gap: 'var(--s1)',
    maxWidth: '100%',
    minHeight: 116,
    paddingBlockEnd: 10,
    color: 'var(--text)',
    font: 'var(--t-sm)',
    textAlign: 'center',
    '& svg': { color: 'var(--text-muted)' },
    '& button': {
      minHeight: 32,
      padding: '0 12px',
      borderRadius: 'var(--r-full)',
      font: 'var(--t-sm)',
      fontWeight: 600,
      color: 'var(--accent-text)',
      boxShadow: 'inset 0 0 0 1px var(--control)',
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

const fingerSized = {
  '.placeholder button': { minHeight: 44 },
  // It looks smaller than what a finger may press.
  '.view-picture::before': { content: '""', position: 'absolute' as const, inset: -6 },
};

const notSent = css({
  '.not-sent': {
    gridColumn: 1,
    gridRow: 2,
    justifySelf: 'end',
    display: 'flex',
    userSelect: 'none',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: 6,
    minHeight: 28,
    marginBlockStart: 2,
    font: 'var(--t-sm)',
    color: 'var(--danger)',
    overflowWrap: 'anywhere',
    '& button': {
      ...smallButton,
      color: 'var(--danger)',
      textDecoration: 'underline',
      textUnderlineOffset: '.18em',
      '&:hover': { background: 'var(--danger-soft)' },
      '&:last-of-type': { marginInlineEnd: -8 },
    },
  },
  [small]: fingerSized,
  [coarse]: fingerSized,
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
    [forcedColors]: { border: '1px solid' },
  },
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

/** The message that the reader jumped to. */
const found = css({
  '[data-found=true] .bubble': {
    outline: '2px solid var(--accent-text)',
    outlineOffset: 2,
  },
});

export const threadStyles = [row, bubble, meta, picture, emoji, notSent, dividers, found];
