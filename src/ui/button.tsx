import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { canHover, forcedColors } from './media.ts';
import { Spinner } from './spinner.tsx';

/** Also for a link with the look of a button. */
export const buttonStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'var(--s2)',
  minHeight: 48,
  padding: '0 var(--s5)',
  borderRadius: 'var(--r-m)',
  font: 'var(--t-name)',
  background: 'var(--accent)',
  color: 'var(--on-accent)',
  textDecoration: 'none',
  transition: 'background var(--d-fast)',
  [canHover]: { '&:hover': { background: 'var(--accent-hover)' } },
  '&[data-look=quiet]': {
    minHeight: 44,
    background: 'none',
    color: 'var(--text)',
    boxShadow: 'inset 0 0 0 1px var(--control)',
    [canHover]: { '&:hover': { background: 'var(--hover)' } },
  },
  // Quiet too: only the colour differs.
  '&[data-look=danger]': {
    minHeight: 44,
    background: 'none',
    color: 'var(--danger)',
    boxShadow: 'inset 0 0 0 1px var(--danger)',
    [canHover]: { '&:hover': { background: 'var(--danger-soft)' } },
  },
  '&[data-wide=true]': { width: '100%' },
  '&[aria-busy=true]': { cursor: 'progress' },
  [forcedColors]: { border: '1px solid' },
});

/** Without a box: the button lays out what is in it. */
const content = css({ display: 'contents' });

interface ButtonProps extends ComponentProps<'button'> {
  /** `quiet`: an outline; `danger`: the same for destructive actions; the default is filled. */
  look?: 'quiet' | 'danger';
  /** As wide as its container. */
  wide?: boolean;
  /** Work is in progress: shows a ring beside the label. The caller decides about further presses. */
  busy?: boolean;
}

/** A button with a text. Its default type is `button`. */
export function Button({ look, wide, busy, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      css={buttonStyle}
      data-look={look}
      data-wide={wide}
      aria-busy={busy}
      {...props}
    >
      {busy && <Spinner />}
      <span css={content}>{children}</span>
    </button>
  );
}
