/** An icon from the path of its drawing. */
import { createElement, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In px at the usual text size; with larger text it grows half as much, so that buttons need not. Absent: 24, or as styles say. */
  size?: number;
}

/**
 * Makes the component of an icon from its lines in a box of 24 by 24. It is hidden from screen readers
 * unless `aria-hidden` says otherwise: words beside it or its button's name say what it means.
 */
export function drawIcon(path: string) {
  const drawing = createElement('path', { d: path });
  return function Icon({ size, style, ...props }: IconProps) {
    const side = size && `calc(${size / 2}px + ${size / 32}rem)`;
    const look = {
      width: size ?? 24,
      height: size ?? 24,
      style: side ? { width: side, height: side, ...style } : style,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
    } as const;
    return createElement('svg', { ...look, ...props }, drawing);
  };
}
