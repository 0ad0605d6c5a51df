import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { canHover } from './media.ts';

/** Also for a link with the look of an icon button. */
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
  /** Accessible name and tooltip. */
  label: string;
}

/** A round button with only an icon of 20 px. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return <button type="button" css={iconButtonStyle} aria-label={label} title={label} {...props} />;
}
