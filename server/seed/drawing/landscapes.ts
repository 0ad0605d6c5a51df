/** The world outside: hills, sea, woods, lakes, fields, winter nights. */
import { inTurn, type Random } from '../random.ts';
import {
  circle,
  curveThrough,
  type Drawing,
  drawing,
  ellipse,
  gradient,
  group,
  line,
  mix,
  type Point,
  path,
  rect,
  tag,
} from './svg.ts';

interface Light {
  sky: readonly string[];
  /** Colour of the sun or moon. */
  disc: string;
  far: string;
  near: string;
}

const LIGHTS: readonly Light[] = [
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

const WIDTH = 960;
const HEIGHT = 720;

/** A ridge from edge to edge; `rough` is how far it rises and falls around `y`. */
function ridge(random: Random, y: number, rough: number, steps: number, width = WIDTH): string {
  const points: Point[] = Array.from({ length: steps + 1 }, (_, index) => [
    (index / steps) * width,
    y + random.between(-rough, rough),
  ]);
  const first = points[0] ?? [0, y];
  return `M${first[0]} ${first[1].toFixed(1)}${curveThrough(points)}`;
}

const filled = (top: string, width = WIDTH, height = HEIGHT) =>
  `${top}L${width} ${height}L0 ${height}Z`;

function sky(random: Random, light: Light, width = WIDTH, height = HEIGHT): string {
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

function birds(random: Random, color: string): string {
  const x = random.between(180, 700);
  const y = random.between(120, 240);
  return Array.from({ length: random.whole(2, 5) }, (_, index) =>
    line(`M${x + index * 38} ${y + (index % 2) * 22}q9 -11 15 0q7 -11 16 -2`, color, 3, {
      opacity: 0.7,
    }),
  ).join('');
}

function clouds(random: Random, opacity: number): string {
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

export function drawHills(random: Random, variant: number): Drawing {
  const light = inTurn(variant, LIGHTS);
  const layers = Array.from({ length: 6 }, (_, index) => {
    const near = index / 5;
    return path(
      filled(ridge(random, 310 + index * 66, 44 - near * 16, 6 + index)),
      mix(light.far, light.near, near),
    );
  });
  return drawing(
    WIDTH,
    HEIGHT,
    sky(random, light),
    clouds(random, 0.35),
    birds(random, light.near),
    ...layers,
  );
}

export function drawSea(random: Random, variant: number): Drawing {
  const light = inTurn(variant, LIGHTS);
  const horizon = random.between(370, 430);
  const sun = random.between(280, 680);
  const [, water = light.far] = light.sky;
  const glints = Array.from({ length: 46 }, () => {
    const down = random.next() ** 0.8;
    const y = horizon + 8 + down * (HEIGHT - horizon);
    const x = sun + random.between(-1, 1) * (50 + down * 150);
    return line(`M${x} ${y}h${random.between(14, 70)}`, light.disc, 3 + down * 3, {
      opacity: 0.55 - down * 0.25,
    });
  });
  const hasTower = variant % 2 === 1;
  const isTowerLeft = random.chance(0.5);
  const x = hasTower ? random.between(380, 580) : random.between(140, 800);
  const boat =
    path(`M${x - 52} ${horizon + 62}h108q-10 30 -26 30h-54q-20 0 -28 -30Z`, light.near) +
    path(`M${x} ${horizon - 74}L${x - 46} ${horizon + 50}H${x}Z`, '#FFF8EC') +
    path(
      `M${x + 8} ${horizon - 90}L${x + 56} ${horizon + 50}H${x + 8}Z`,
      mix('#FFF8EC', light.far, 0.45),
    ) +
    line(`M${x + 4} ${horizon - 98}V${horizon + 62}`, light.near, 5);
  const tower = isTowerLeft ? 130 : 810;
  const lighthouse =
    path(
      `M${tower - 150} ${horizon + 4}q60 -64 150 -60q110 6 160 60Z`,
      mix(light.near, light.far, 0.15),
    ) +
    path(`M${tower - 16} ${horizon - 50}l6 -130h20l6 130Z`, '#FBF4E8') +
    path(`M${tower - 13.5} ${horizon - 96}l2 -40h23l2 40Z`, '#C24B3C') +
    rect(tower - 13, horizon - 202, 26, 24, '#F9DE8C') +
    path(`M${tower - 18} ${horizon - 200}l18 -20l18 20Z`, '#8E3429');
  return drawing(
    WIDTH,
    HEIGHT,
    gradient('sky', light.sky),
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    circle(sun, horizon - 10, 160, light.disc, { opacity: 0.22 }),
    circle(sun, horizon - 10, 76, light.disc),
    clouds(random, 0.3),
    gradient('water', [mix(water, light.near, 0.35), light.near]),
    rect(0, horizon, WIDTH, HEIGHT - horizon, 'url(#water)'),
    path(
      filled(ridge(random, horizon - 8, 14, 5)).replace(
        /L960 720L0 720Z$/,
        `L960 ${horizon + 2}L0 ${horizon + 2}Z`,
      ),
      light.far,
      { opacity: 0.55 },
    ),
    ...glints,
    hasTower ? lighthouse : '',
    boat,
    birds(random, light.near),
  );
}

function pine(x: number, foot: number, tall: number, color: string, snow: string): string {
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

export function drawForest(random: Random, variant: number): Drawing {
  const width = 720;
  const height = 960;
  const isWinter = variant % 2 === 1;
  const light = isWinter
    ? { sky: ['#AFC6D8', '#DDE8EE', '#F7F6F2'], disc: '#FFFFFF', far: '#C3D2DA', near: '#2C4A57' }
    : inTurn(variant, LIGHTS);
  const rows = [0, 1, 2, 3].flatMap((row) =>
    Array.from({ length: 11 - row * 2 }, (_, index) => {
      const x = ((index + random.between(0.1, 0.9)) / (11 - row * 2)) * width;
      const foot = 560 + row * 110 + random.between(-12, 12);
      return pine(
        x,
        foot,
        random.between(190, 250) + row * 70,
        mix(light.far, light.near, 0.25 + row * 0.25),
        isWinter ? '#F6FAFB' : '',
      );
    }).concat(
      path(
        filled(ridge(random, 570 + row * 112, 10, 6, width), width, height),
        isWinter
          ? mix('#FFFFFF', '#C9DCE6', 0.6 - row * 0.2)
          : mix(light.far, light.near, 0.4 + row * 0.2),
      ),
    ),
  );
  const flakes = Array.from({ length: isWinter ? 60 : 0 }, () =>
    circle(random.between(0, width), random.between(0, height), random.between(2, 5), '#FFFFFF', {
      opacity: 0.85,
    }),
  );
  return drawing(width, height, sky(random, light, width, height), ...rows, ...flakes);
}

export function drawLake(random: Random, variant: number): Drawing {
  const light = inTurn(variant, LIGHTS);
  const shore = 430;
  const peaks = Array.from({ length: 4 }, (_, index) => {
    const x = index * 270 + random.between(-40, 60);
    const high = random.between(150, 280);
    const half = high * random.between(0.75, 1.05);
    return (
      path(
        `M${x - half} ${shore}L${x} ${shore - high}L${x + half} ${shore}Z`,
        mix(light.far, light.near, 0.25 + (index % 2) * 0.25),
      ) +
      path(
        `M${x} ${shore - high}l${half * 0.3} ${high * 0.3}l${-half * 0.14} ${-high * 0.05}l${-half * 0.12} ${high * 0.1}l${-half * 0.14} ${-high * 0.08}l${-half * 0.2} ${high * 0.03}Z`,
        '#FFFFFF',
        { opacity: 0.9 },
      )
    );
  }).join('');
  const cabin = random.between(200, 700);
  const house =
    rect(cabin, shore - 52, 84, 56, '#8C3F30') +
    path(
      `M${cabin - 12} ${shore - 50}L${cabin + 42} ${shore - 92}L${cabin + 96} ${shore - 50}Z`,
      '#3A2A2A',
    ) +
    rect(cabin + 14, shore - 38, 20, 20, '#F9DE8C') +
    rect(cabin + 50, shore - 40, 20, 44, '#F3E7D6');
  const trees = Array.from({ length: 9 }, () =>
    pine(
      random.between(0, WIDTH),
      shore + 4,
      random.between(60, 120),
      mix(light.near, '#16332C', 0.4),
      '',
    ),
  ).join('');
  const land = peaks + trees + house;
  const ripples = Array.from({ length: 22 }, () =>
    line(
      `M${random.between(0, WIDTH)} ${random.between(shore + 20, HEIGHT)}h${random.between(40, 160)}`,
      '#FFFFFF',
      3,
      { opacity: 0.22 },
    ),
  );
  return drawing(
    WIDTH,
    HEIGHT,
    sky(random, light),
    clouds(random, 0.4),
    land,
    gradient('water', [
      mix(light.far, light.sky[0] ?? light.far, 0.5),
      mix(light.near, light.far, 0.3),
    ]),
    rect(0, shore, WIDTH, HEIGHT - shore, 'url(#water)'),
    group({ transform: `matrix(1 0 0 -0.8 0 ${shore * 1.8})`, opacity: 0.35 }, land),
    line(`M0 ${shore}H${WIDTH}`, light.disc, 3, { opacity: 0.6 }),
    ...ripples,
  );
}

export function drawFields(random: Random, variant: number): Drawing {
  const crop = inTurn(variant, [
    ['#8C78B8', '#6B58A0', '#B4A3D6'],
    ['#E3B74C', '#C8963A', '#F2D488'],
    ['#8FB36A', '#6A9350', '#B5CF8C'],
    ['#D9765F', '#B9523F', '#9DBB7E'],
  ]);
  const [first = '', second = '', far = ''] = crop;
  const rows = Array.from({ length: 15 }, (_, index) => {
    const from = 480 + (index - 7) * 26;
    const to = 480 + (index - 7) * 190;
    return path(
      `M${from - 9} 420L${from + 9} 420L${to + 64} 720L${to - 64} 720Z`,
      index % 2 ? first : second,
    );
  });
  const x = random.between(160, 800);
  const tree =
    rect(x - 8, 330, 16, 100, '#5B4030') +
    [
      [0, 270, 66],
      [-48, 300, 48],
      [48, 302, 50],
      [-10, 320, 56],
    ]
      .map(([dx = 0, y = 0, r = 0], index) =>
        circle(x + dx, y, r, mix('#5F8A4C', '#2F5A3C', index * 0.18)),
      )
      .join('');
  return drawing(
    WIDTH,
    HEIGHT,
    gradient('sky', ['#8CC4E2', '#CFE7EE', '#F8F1DE']),
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    clouds(random, 0.85),
    clouds(random, 0.6),
    path(filled(ridge(random, 380, 30, 6)), mix(far, '#9CC3B4', 0.6)),
    path(filled(ridge(random, 412, 10, 5)), far),
    ...rows,
    tree,
    birds(random, '#4A4A5A'),
  );
}

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
    pine(
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
    path(filled(ridge(random, 560, 40, 5)), '#2A4A63'),
    path(filled(ridge(random, 620, 16, 5)), '#B9CFDD'),
    ...trees,
    path(filled(ridge(random, 660, 10, 5)), '#E4EEF4'),
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
    sky(random, light),
    path(filled(ridge(random, 520, 40, 6)), mix(light.far, light.near, 0.2)),
    ...balloons,
    path(filled(ridge(random, 600, 30, 6)), mix(light.far, light.near, 0.55)),
    path(filled(ridge(random, 670, 18, 6)), light.near),
    ellipse(480, 724, 560, 20, mix(light.near, '#000000', 0.2), { opacity: 0.4 }),
  );
}
