import { css } from '@emotion/react';
import { canHover, small } from '../../../ui/media.ts';

export const composer = css({
  position: 'relative',
  padding: '0 var(--gap) var(--composer-foot)',
  // What scrolls fades out above the box instead of being cut.
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: 'auto 0 100%',
    height: 20,
    background: 'linear-gradient(to top, var(--sheet), transparent)',
    pointerEvents: 'none',
  },
});
export const form = css({
  // Above the fading edge, which would cover the halo.
  position: 'relative',
  maxWidth: 'var(--column)',
  margin: '0 auto',
  padding: 3,
  border: '1px solid var(--control)',
  borderRadius: 26,
  background: 'var(--sheet)',
  transition: 'border-color var(--d-fast), box-shadow var(--d-fast)',
  '&:focus-within': {
    outline: '2px solid transparent',
    borderColor: 'var(--accent-text)',
    boxShadow: '0 0 0 1px var(--accent-text), 0 0 0 4px var(--accent-soft)',
  },
});
export const line = css({
  display: 'flex',
  alignItems: 'flex-end',
  gap: 2,
  '& > button': { width: 44, height: 44 },
});
export const box = css({
  flex: 1,
  minWidth: 0,
  minHeight: 44,
  // Six lines and the padding.
  maxHeight: 'calc(6 * 1.3125rem + 23px)',
  padding: '11px 4px 12px',
  border: 0,
  background: 'none',
  resize: 'none',
  fieldSizing: 'content',
  outline: 'none',
  font: 'var(--t-md)',
  scrollbarWidth: 'thin',
  '&::placeholder': { color: 'var(--text-muted)', opacity: 1 },
  // A phone zooms into a focused field whose text is smaller than 16 px.
  [small]: { fontSize: '1rem' },
});
export const send = css({
  '&[aria-disabled=false]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
    [canHover]: { '&:hover': { background: 'var(--accent-hover)', color: 'var(--on-accent)' } },
  },
  '&[aria-disabled=true]': {
    cursor: 'default',
    [canHover]: { '&:hover': { background: 'none', color: 'var(--text-muted)' } },
  },
});
export const preview = css({
  position: 'relative',
  width: 'fit-content',
  margin: '9px 9px 6px',
  '& > img': {
    display: 'block',
    maxWidth: 160,
    maxHeight: 120,
    minWidth: 64,
    minHeight: 64,
    borderRadius: 'var(--r-m)',
    objectFit: 'cover',
    background: 'var(--bubble-in)',
  },
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
    // The target is 44 px, larger than what is seen.
    '&::after': { content: '""', position: 'absolute', inset: -6 },
    '&:hover': { background: 'var(--accent-soft)' },
  },
});
