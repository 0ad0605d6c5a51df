/** What all pictures of the open air are made of: light, sky, ridges, trees. Sizes are those of the whole picture. */
import type { Random } from '../random.ts';
import { circle, curveThrough, gradient, line, type Point, path, rect } from './svg.ts';

interface Light {
  sky: readonly string[];
  /** Colour of the sun or moon. */
  disc: string;
  far: string;
  near: string;
}

export const LIGHTS: readonly Light[] = [
  { sky: ['#F6C7A0', '#FBE3C2', '#FDF1DC'], disc: '#FFF8E8', far: '#B7C9C4', near: '#1E4A52' },
  {
    sky: ['#5B4A7E', '#C8687B', '#F6A869', '#FBD48E'],
    disc: '#FFEDC0',
    far: '#8A5A80',
    near: '#2B2347',
  },
  { sky: ['#8CC6E0', '#C6E4EC', '#F1F7EE'], disc: '#FFFDF0', far: '#A8CBB8', near: '#2F6B4F' },
  { sky: ['#2E3A66', '#6C6E9E', '#D9A5A8'], disc: '#F7E9E0', far: '#6A7398', near: '#1B2442' },
  { sky: ['#F2DDBE', '#F7EBD6', '#FBF5E8'], disc: '#FFFFFF', far: '#E2B98A', near: '#7C3F2B' },
  { sky: ['#B8D9DD', '#DDECE6', '#F6F3E6'], disc: '#FFFFFF', far: '#A9C4CC', near: '#38566B' },
];

export const WIDTH = 960;
export const HEIGHT = 720;

/** A ridge from edge to edge; `rough` is how far it rises and falls around `y`. */
export function traceRidge(
  random: Random,
  y: number,
  rough: number,
  steps: number,
  width = WIDTH,
): string {
  const points: Point[] = Array.from({ length: steps + 1 }, (_, index) => [
    (index / steps) * width,
    y + random.between(-rough, rough),
  ]);
  const first = points[0] ?? [0, y];
  return `M${first[0]} ${first[1].toFixed(1)}${curveThrough(points)}`;
}

export const closeBelow = (top: string, width = WIDTH, height = HEIGHT) =>
  `${top}L${width} ${height}L0 ${height}Z`;

export function drawSky(random: Random, light: Light, width = WIDTH, height = HEIGHT): string {
  const x = random.between(width * 0.2, width * 0.8);
  const y = random.between(height * 0.16, height * 0.34);
  const r = random.between(34, 58);
  return (
    gradient('sky', light.sky) +
    rect(0, 0, width, height, 'url(#sky)') +
    circle(x, y, r * 2.1, light.disc, { opacity: 0.28 }) +
    circle(x, y, r, light.disc)
  );
}

export function drawBirds(random: Random, color: string): string {
  const x = random.between(180, 700);
  const y = random.between(120, 240);
  return Array.from({ length: random.whole(2, 5) }, (_, index) =>
    line(`M${x + index * 38} ${y + (index % 2) * 22}q9 -11 15 0q7 -11 16 -2`, color, 3, {
      opacity: 0.7,
    }),
  ).join('');
}

export function drawClouds(random: Random, opacity: number): string {
  return Array.from({ length: random.whole(1, 3) }, () => {
    const x = random.between(40, 760);
    const y = random.between(60, 240);
    const s = random.between(0.7, 1.3);
    return path(
      `M${x} ${y}q${6 * s} ${-30 * s} ${44 * s} ${-26 * s}q${20 * s} ${-34 * s} ${62 * s} ${-10 * s}q${46 * s} ${-6 * s} ${50 * s} ${36 * s}Z`,
      '#FFFFFF',
      { opacity },
    );
  }).join('');
}

export function drawPine(
  x: number,
  foot: number,
  tall: number,
  color: string,
  snow: string,
): string {
  const wide = tall * 0.3;
  return (
    [0, 1, 2, 3]
      .map((tier) => {
        const top = foot - tall + tier * tall * 0.19;
        const half = wide * (0.42 + tier * 0.2);
        const base = top + tall * 0.36;
        const bough = path(
          `M${x} ${top}L${x + half} ${base}Q${x} ${base - tall * 0.06} ${x - half} ${base}Z`,
          color,
        );
        return snow === ''
          ? bough
          : bough +
              path(
                `M${x} ${top}L${x + half * 0.55} ${top + tall * 0.2}Q${x} ${top + tall * 0.15} ${x - half * 0.5} ${top + tall * 0.18}Z`,
                snow,
              );
      })
      .join('') + rect(x - tall * 0.02, foot - tall * 0.08, tall * 0.04, tall * 0.1, '#4A3628')
  );
}
