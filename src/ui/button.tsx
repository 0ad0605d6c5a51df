import { css, keyframes } from '@emotion/react';
import type { ComponentProps } from 'react';
import { LoaderCircle } from './icons/icons.ts';
import { canHover, coarse, forcedColors, small } from './media.ts';
import { circle } from './styles.ts';

/** Also for a link with the look of a button. */
export const buttonStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'var(--s2)',
  minHeight: 48,
  padding: '6px var(--s5)',
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

/** Also for a link with the look of an icon button. */
export const iconButtonStyle = css({
  ...circle('var(--tap)'),
  flex: 'none',
  color: 'var(--text-muted)',
  transition: 'background var(--d-fast), color var(--d-fast)',
  '&[aria-expanded=true]': { background: 'var(--hover)', color: 'var(--text)' },
  [canHover]: { '&:hover': { background: 'var(--hover)', color: 'var(--text)' } },
  '&:active': { transform: 'scale(.94)' },
});

interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name and tooltip. */
  label: string;
}

/** A round button with only an icon of 20 px. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return <button type="button" css={iconButtonStyle} aria-label={label} title={label} {...props} />;
}

/** A button with a short text, below the thing that it is about; it inherits its colours. */
export const smallButton = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  minHeight: 28,
  paddingInline: 8,
  borderRadius: 'var(--r-s)',
  font: 'var(--t-sm)',
  fontWeight: 600,
  [small]: { minHeight: 44 },
  [coarse]: { minHeight: 44 },
} as const;

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
const spinner = css({ animation: `${turn} .9s linear infinite` });

/** A turning ring; `size` in px. Decorative: a text must say what is in progress. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle css={spinner} size={size} />;
}
