/** Small words for writing SVG. Coordinates are in the units of the drawing's own view box. */

export type Point = readonly [x: number, y: number];

/** A whole drawing. */
export interface Drawing {
  width: number;
  height: number;
  svg: string;
}

export function drawing(width: number, height: number, ...parts: string[]): Drawing {
  return {
    width,
    height,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
  };
}

type Attributes = Record<string, string | number | undefined>;

/** An element; `stroke_width` stands for `stroke-width`. */
export function tag(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key.replaceAll('_', '-')}="${format(value)}"`)
    .join('');
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join('')}</${name}>`;
}

export const path = (d: string, fill: string, more: Attributes = {}) =>
  tag('path', { d, fill, ...more });

export const line = (d: string, stroke: string, width: number, more: Attributes = {}) =>
  tag('path', {
    d,
    fill: 'none',
    stroke,
    stroke_width: width,
    stroke_linecap: 'round',
    stroke_linejoin: 'round',
    ...more,
  });

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  tag('circle', { cx, cy, r, fill, ...more });

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
) => tag('ellipse', { cx, cy, rx, ry, fill, ...more });

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => tag('rect', { x, y, width, height, fill, ...more });

export const group = (attributes: Attributes, ...children: string[]) =>
  tag('g', attributes, ...children);

/** A gradient under an id; use it as `url(#id)`. */
export function gradient(
  id: string,
  colors: readonly string[],
  direction: 'down' | 'diagonal' = 'down',
): string {
  const stops = colors.map((color, index) =>
    tag('stop', { offset: index / Math.max(1, colors.length - 1), stop_color: color }),
  );
  const turn =
    direction === 'down' ? { x1: 0, y1: 0, x2: 0, y2: 1 } : { x1: 0, y1: 0, x2: 1, y2: 1 };
  return tag('linearGradient', { id, ...turn }, ...stops);
}

/** A curve through the points, as the middle of a path; begin with `M` or `L` of the first one. */
export function curveThrough(points: readonly Point[]): string {
  let d = '';
  for (let index = 0; index + 1 < points.length; index++) {
    const before = points[Math.max(0, index - 1)];
    const from = points[index];
    const to = points[index + 1];
    const after = points[Math.min(points.length - 1, index + 2)];
    if (!before || !from || !to || !after) break;
    // Catmull-Rom as Bézier: each handle is a sixth of the way between the neighbours.
    const handles = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
    ].map(format);
    d += `C${handles.join(' ')} ${format(to[0])} ${format(to[1])}`;
  }
  return d;
}

/** Two decimals are finer than a pixel, and keep drawings small. */
function format(value: string | number | undefined): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);
}

/** Mixes two `#rrggbb` colours; `share` is the second one's part. */
export function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const from = Number.parseInt(first.slice(at, at + 2), 16);
    const to = Number.parseInt(second.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
