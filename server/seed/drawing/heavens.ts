/** Where the sky is the subject. */
import { inTurn, type Random } from '../random.ts';
import { closeBelow, drawPine, drawSky, HEIGHT, LIGHTS, traceRidge, WIDTH } from './outdoors.ts';
import {
  circle,
  type Drawing,
  drawing,
  ellipse,
  gradient,
  line,
  mix,
  path,
  rect,
  tag,
} from './svg.ts';

export function drawNorthernLights(random: Random, variant: number): Drawing {
  const bands = [0, 1].flatMap((band) => {
    const foot = random.between(300, 400) - band * 90;
    const [slow, quick] = [random.between(0.004, 0.008), random.between(0.012, 0.02)];
    const start = random.between(0, 6);
    return Array.from({ length: 160 }, (_, index) => {
      const x = index * 6;
      const sway = Math.sin(x * slow + start) * 60 + Math.sin(x * quick) * 22;
      const tall = 190 + Math.sin(x * quick * 1.7 + start) * 50 + random.between(-18, 18);
      return rect(x, foot + sway - tall, 6.5, tall * 1.15, `url(#glow${(band + variant) % 2})`);
    });
  });
  const stars = Array.from({ length: 90 }, () =>
    circle(random.between(0, WIDTH), random.between(0, 420), random.between(0.8, 2.4), '#FFFFFF', {
      opacity: random.between(0.4, 1),
    }),
  );
  const trees = Array.from({ length: 13 }, () =>
    drawPine(
      random.between(0, WIDTH),
      random.between(600, 640),
      random.between(110, 210),
      '#101C2C',
      '#C9D9E6',
    ),
  );
  return drawing(
    WIDTH,
    HEIGHT,
    gradient('sky', ['#0B1430', '#152A4A', '#1F4A5C']),
    glow('glow0', '#6BF2B0', '#4FD1C5'),
    glow('glow1', '#7CE8C8', '#B79BFA'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    ...stars,
    ...bands,
    path(closeBelow(traceRidge(random, 560, 40, 5)), '#2A4A63'),
    path(closeBelow(traceRidge(random, 620, 16, 5)), '#B9CFDD'),
    ...trees,
    path(closeBelow(traceRidge(random, 660, 10, 5)), '#E4EEF4'),
  );
}

/** A curtain of light: brightest near its foot, gone at both ends. */
function glow(id: string, low: string, high: string): string {
  const stops = [
    [0, high, 0],
    [0.55, high, 0.38],
    [0.86, low, 0.75],
    [1, low, 0],
  ] as const;
  return tag(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    ...stops.map(([offset, stop_color, stop_opacity]) =>
      tag('stop', { offset, stop_color, stop_opacity }),
    ),
  );
}

export function drawBalloons(random: Random, variant: number): Drawing {
  const light = inTurn(variant, LIGHTS.slice(0, 3));
  const colors = ['#D9573F', '#2F7F86', '#E6A53A', '#6E5AA0', '#3E6FA8', '#C9577A'];
  const balloons = Array.from({ length: 6 }, (_, index) => {
    const x = 110 + index * 150 + random.between(-40, 40);
    const y = random.between(110, 380);
    const r = random.between(34, 84);
    const color = colors[index] ?? '#D9573F';
    return (
      path(
        `M${x - r} ${y}C${x - r} ${y - r * 1.35} ${x + r} ${y - r * 1.35} ${x + r} ${y}C${x + r} ${y + r * 0.6} ${x + r * 0.3} ${y + r} ${x + r * 0.2} ${y + r * 1.3}H${x - r * 0.2}C${x - r * 0.3} ${y + r} ${x - r} ${y + r * 0.6} ${x - r} ${y}Z`,
        color,
      ) +
      path(
        `M${x - r * 0.36} ${y}C${x - r * 0.36} ${y - r * 1.34} ${x + r * 0.36} ${y - r * 1.34} ${x + r * 0.36} ${y}C${x + r * 0.36} ${y + r * 0.6} ${x + r * 0.1} ${y + r} ${x + r * 0.07} ${y + r * 1.3}H${x - r * 0.07}C${x - r * 0.1} ${y + r} ${x - r * 0.36} ${y + r * 0.6} ${x - r * 0.36} ${y}Z`,
        '#FBEBCB',
        { opacity: 0.85 },
      ) +
      line(
        `M${x - r * 0.18} ${y + r * 1.3}L${x - r * 0.12} ${y + r * 1.62}M${x + r * 0.18} ${y + r * 1.3}L${x + r * 0.12} ${y + r * 1.62}`,
        '#4A3628',
        2,
      ) +
      rect(x - r * 0.15, y + r * 1.58, r * 0.3, r * 0.22, '#7A4E30', { rx: 3 })
    );
  });
  return drawing(
    WIDTH,
    HEIGHT,
    drawSky(random, light),
    path(closeBelow(traceRidge(random, 520, 40, 6)), mix(light.far, light.near, 0.2)),
    ...balloons,
    path(closeBelow(traceRidge(random, 600, 30, 6)), mix(light.far, light.near, 0.55)),
    path(closeBelow(traceRidge(random, 670, 18, 6)), light.near),
    ellipse(480, 724, 560, 20, mix(light.near, '#000000', 0.2), { opacity: 0.4 }),
  );
}
