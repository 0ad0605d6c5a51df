import { css } from '@emotion/react';
import { canHover, forcedColors } from '../../../ui/media.ts';
import { fieldText, flexRow, focusHalo, oneLine } from '../../../ui/styles.ts';

export const composer = css({
  position: 'relative',
  paddingBlockEnd: 'var(--composer-foot)',
  paddingInline: 'var(--gap)',
  // Scrolled text fades out above the box instead of being cut.
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInline: 0,
    insetBlockEnd: '100%',
    height: 20,
    background: 'linear-gradient(to top, var(--sheet), transparent)',
    pointerEvents: 'none',
  },
});
export const form = css({
  // Above the fading edge, which would cover the halo; lists open over it.
  position: 'relative',
  maxWidth: 'var(--column)',
  margin: '0 auto',
  padding: 3,
  border: '1px solid var(--edge)',
  borderRadius: 26,
  background: 'var(--sheet)',
  transition: 'border-color var(--d-fast), box-shadow var(--d-fast)',
  // The box has the focus most of the time: only who came by the keyboard looks for it.
  '&:has(textarea:focus)': { outline: '2px solid transparent', borderColor: 'var(--control)' },
  '&[data-by-key=true]': {
    ...focusHalo,
  },
});
export const line = css({
  display: 'flex',
  alignItems: 'flex-end',
  gap: 2,
  // The height of one line of the box.
  '& > button, & > div > button': { width: 44, height: 'calc(1.3125rem + 23px)' },
});
export const box = css({
  flex: 1,
  minWidth: 0,
  // One line, also where scripts set the height, when the size of the text has changed since.
  minHeight: 'calc(1lh + 23px)',
  // Six lines and their padding, which as a border is not scrolled; in a low window, as many as are seen.
  maxHeight:
    'min(6lh + 23px, var(--seen-h, 100dvh) - var(--bar-h) - 2 * var(--gutter) - var(--composer-foot) - 8px)',
  padding: '0 4px',
  border: 'solid transparent',
  borderWidth: '11px 0 12px',
  [forcedColors]: { borderColor: 'Canvas' },
  background: 'none',
  resize: 'none',
  fieldSizing: 'content',
  containerType: 'inline-size',
  outline: 'none',
  ...fieldText,
  scrollbarWidth: 'thin',
  '&::placeholder': {
    whiteSpace: 'nowrap',
    // Large text may have less room than these words need.
    fontSize: 'clamp(12px, 11cqi, 1em)',
    // Of the box: smaller words stay in the middle of the line.
    lineHeight: '1lh',
  },
});
export const send = css({
  '&[data-idle=false]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
    [canHover]: { '&:hover': { background: 'var(--accent-hover)', color: 'var(--on-accent)' } },
  },
  '&[data-idle=true]': {
    cursor: 'default',
    [canHover]: { '&:hover': { background: 'none', color: 'var(--text-muted)' } },
  },
});
/** Above the box: the message that is answered or edited. */
export const about = css({
  ...flexRow(),
  margin: '3px 3px 0',
  paddingInlineStart: 12,
  borderInlineStart: '3px solid var(--accent-text)',
  borderRadius: 'var(--r-tuck)',
  borderStartEndRadius: 20,
  background: 'var(--accent-soft)',
  font: 'var(--t-sm)',
  '& > p': { flex: 1, minWidth: 0 },
  '& > img': {
    width: 40,
    height: 40,
    objectFit: 'cover',
    borderRadius: 'var(--r-tuck)',
    background: 'var(--behind-picture)',
  },
  '& > p > *': {
    display: 'block',
    ...oneLine,
  },
  '& strong': { fontWeight: 600, color: 'var(--accent-text)' },
});
