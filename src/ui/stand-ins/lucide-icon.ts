/**
 * The build puts this in the place of lucide-react's own renderer, which does much that is not used
 * here: an icon of the same look and props (`size` in px, `strokeWidth`, and those of an `<svg>`), hidden from
 * screen readers unless `aria-hidden` says otherwise: words beside it or its button's name say what it means.
 */
import { createElement, type SVGProps } from 'react';

interface IconData {
  /** Tags and attributes of the drawing, in a box of 24 by 24. */
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

export default function createLucideIcon({ node }: IconData) {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function LucideIcon({ size = 24, ...props }: IconProps) {
    const look = {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
    } as const;
    return createElement('svg', { ...look, ...props }, ...drawing);
  };
}
