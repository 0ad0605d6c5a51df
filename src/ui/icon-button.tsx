import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { canHover } from './media.ts';

/** Also for a link that looks like an icon button. */
export const iconButtonStyle = css({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 'var(--tap)',
  height: 'var(--tap)',
  borderRadius: 'var(--r-full)',
  color: 'var(--text-muted)',
  transition: 'background var(--d-fast), color var(--d-fast)',
  '&[aria-expanded=true]': { background: 'var(--hover)', color: 'var(--text)' },
  [canHover]: { '&:hover': { background: 'var(--hover)', color: 'var(--text)' } },
  '&:active': { transform: 'scale(.94)' },
});

interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name, and what the pointer is told. */
  label: string;
}

/** A round button that shows an icon alone: pass an icon of 20 px. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return <button type="button" css={iconButtonStyle} aria-label={label} title={label} {...props} />;
}
