/** An icon made from its path. */
import { createElement, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In px at the default text size; it grows half as much as the text. Absent: 24, or by style. */
  size?: number;
}

/**
 * Creates an icon's component from its lines in a box of 24 by 24. It is hidden from screen readers unless
 * `aria-hidden` is set: text beside it or its button's name gives the meaning.
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
