/**
 * Curves over ten-fold steps, both axes logarithmic: a flat line costs the same at every size, a diagonal
 * one grows with it. Written by hand, because the plots need nothing that a library brings.
 */
export interface Curve {
  name: string;
  isOurs: boolean;
  /** `size` as a multiple of the curve's smallest, `cost` as a multiple of its cost there. */
  points: Array<{ size: number; cost: number }>;
}

const WIDTH = 860;
const HEIGHT = 470;
const PLOT = { left: 60, top: 50, width: 500, height: 360 };
const OUR_COLORS = ['#0f766e', '#2563eb', '#7c3aed', '#0891b2', '#4d7c0f', '#1e293b'];
const THEIR_COLORS = ['#dc2626', '#ea580c', '#be185d', '#a16207'];

export function drawGrowth(title: string, curves: Curve[]): string {
  const all = curves.flatMap(({ points }) => points);
  const decades = {
    x: Math.max(1, Math.ceil(Math.log10(Math.max(...all.map(({ size }) => size))) - 0.01)),
    y: Math.max(1, Math.ceil(Math.log10(Math.max(...all.map(({ cost }) => cost))) - 0.01)),
  };
  // Half a decade below the base, for what gets cheaper.
  const floor = -0.5;
  const toX = (size: number) => PLOT.left + (Math.log10(size) / decades.x) * PLOT.width;
  const toY = (cost: number) =>
    PLOT.top +
    (1 - (Math.max(Math.log10(cost), floor) - floor) / (decades.y - floor)) * PLOT.height;

  const parts: string[] = [];
  for (let decade = 0; decade <= decades.x; decade += 1) {
    const x = toX(10 ** decade);
    parts.push(drawLine(x, PLOT.top, x, PLOT.top + PLOT.height, 'grid'));
    parts.push(write(x, PLOT.top + PLOT.height + 20, describeFactor(decade), 'middle'));
  }
  for (let decade = 0; decade <= decades.y; decade += 1) {
    const y = toY(10 ** decade);
    parts.push(drawLine(PLOT.left, y, PLOT.left + PLOT.width, y, 'grid'));
    parts.push(write(PLOT.left - 8, y + 4, describeFactor(decade), 'end'));
  }
  for (const [index, { name, isOurs, points }] of curves.entries()) {
    const colors = isOurs ? OUR_COLORS : THEIR_COLORS;
    const rank = curves.slice(0, index).filter((other) => other.isOurs === isOurs).length;
    const color = colors[rank % colors.length];
    const path = points.map(({ size, cost }) => `${toX(size).toFixed(1)},${toY(cost).toFixed(1)}`);
    const dashes = isOurs ? '' : ' stroke-dasharray="6 4"';
    const y = PLOT.top + 12 + index * 24;
    const x = PLOT.left + PLOT.width + 24;
    parts.push(
      `<polyline points="${path.join(' ')}" stroke="${color}"${dashes}/>`,
      `<polyline points="${x},${y} ${x + 26},${y}" stroke="${color}"${dashes}/>`,
      write(x + 34, y + 4, name, 'start'),
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13">
<title>${title}</title>
<style>polyline{fill:none;stroke-width:2.5;stroke-linejoin:round}.grid{stroke:#cbd5e1}text{fill:#1e293b}</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${write(PLOT.left, 28, title, 'start')}
${parts.join('\n')}
${write(PLOT.left + PLOT.width / 2, HEIGHT - 14, 'size of the house, of the smallest', 'middle')}
</svg>
`;
}

function drawLine(x1: number, y1: number, x2: number, y2: number, className: string): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" class="${className}"/>`;
}

function write(x: number, y: number, text: string, anchor: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`;
}

function describeFactor(decade: number): string {
  return `${(10 ** decade).toLocaleString('en-US')}×`;
}
