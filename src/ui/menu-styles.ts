/** The look of menus. */
import { keyframes } from '@emotion/react';
import { flexRow, raised } from './styles.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'scale(.97)' } });

export const menuSurface = {
  position: 'absolute',
  zIndex: 'var(--z-menu)',
  padding: 6,
  borderRadius: 'var(--r-l)',
  ...raised(3),
  animation: `${appear} var(--d-base) var(--ease-out)`,
} as const;

export const menuItem = {
  ...flexRow('var(--s3)'),
  width: '100%',
  minHeight: 44,
  paddingInline: 'var(--s3)',
  borderRadius: 'var(--r-m)',
  font: 'var(--t-md)',
  color: 'var(--text)',
  textAlign: 'start',
  textDecoration: 'none',
  '& > svg': { color: 'var(--text-muted)' },
  '&:hover, &:focus-visible': { background: 'var(--accent-soft)' },
  '&:focus-visible': { outlineOffset: -2 },
} as const;
