/** The look of menus. */
import { keyframes } from '@emotion/react';
import { forcedColors } from './media.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'scale(.97)' } });

export const menuSurface = {
  position: 'absolute',
  zIndex: 'var(--z-menu)',
  padding: 6,
  borderRadius: 'var(--r-l)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-3)',
  animation: `${appear} var(--d-base) var(--ease-out)`,
  [forcedColors]: { border: '1px solid' },
} as const;

export const menuItem = {
  width: '100%',
  minHeight: 44,
  paddingInline: 'var(--s3)',
  borderRadius: 'var(--r-m)',
  font: 'var(--t-md)',
  color: 'var(--text)',
  textAlign: 'start',
  '&:hover, &:focus-visible': { background: 'var(--accent-soft)' },
  '&:focus-visible': { outlineOffset: -2 },
} as const;

/** Distance from the edges of the window, in px. */
const EDGE = 8;

/** A ref that places a fixed element at a point of the window, moved as far as it needs to be to fit. */
export const placeInWindow = (at: { x: number; y: number }) => (element: HTMLElement | null) => {
  if (!element) return;
  const x = keepWithin(at.x, innerWidth - element.offsetWidth);
  const y = keepWithin(at.y, innerHeight - element.offsetHeight);
  element.style.inset = `${y}px auto auto ${x}px`;
};

const keepWithin = (wanted: number, room: number): number =>
  Math.max(EDGE, Math.min(wanted, room - EDGE));
