import { css } from '@emotion/react';
import type { ComponentProps, HTMLAttributes } from 'react';
import { menuSurface } from './menu-styles.ts';
import { scrolls } from './styles.ts';

const surface = css(menuSurface, scrolls, {
  position: 'fixed',
  maxWidth: 'calc(100vw - 16px)',
  maxHeight: 'calc(100dvh - 16px)',
});

interface FloatingMenuProps extends HTMLAttributes<HTMLElement> {
  /** Where it opens, in px from the corner of the window. It is moved as far as it needs to be to fit. */
  at: { x: number; y: number };
}

export function FloatingMenu({ at, ...props }: FloatingMenuProps) {
  return <div css={surface} ref={placeInWindow(at)} role="menu" tabIndex={-1} {...props} />;
}

/** Of any menu; its keys focus it. */
export const MenuItem = (props: ComponentProps<'button'>) => (
  <button type="button" role="menuitem" tabIndex={-1} {...props} />
);

const EDGE = 8;

const placeInWindow = (at: { x: number; y: number }) => (element: HTMLElement | null) => {
  if (!element) return;
  const x = keepWithin(at.x, '100vw', element.offsetWidth);
  const y = keepWithin(at.y, '100dvh', element.offsetHeight);
  element.style.inset = `${y} auto auto ${x}`;
};

/** Computed by the browser, also after the window has changed its size. */
const keepWithin = (wanted: number, room: string, size: number): string =>
  `max(${EDGE}px, min(${wanted}px, ${room} - ${size + EDGE}px))`;
