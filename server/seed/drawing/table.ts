/** What stands on a table. */
import { inTurn, type Random } from '../random.ts';
import {
  circle,
  type Drawing,
  drawing,
  ellipse,
  gradient,
  group,
  line,
  mix,
  path,
  rect,
} from './svg.ts';

const SIZE = 800;

function tableTop(random: Random, variant: number): string {
  const wood = inTurn(variant, ['#C99A6B', '#8A5B3C', '#E3C9A3', '#B7B2A8', '#5F7A80', '#D9A79A']);
  const grain = Array.from({ length: 18 }, (_, index) => {
    const y = index * 46 + random.between(-8, 8);
    return line(
      `M0 ${y}C220 ${y + random.between(-16, 16)} 560 ${y + random.between(-16, 16)} 800 ${y}`,
      mix(wood, '#2B1A10', 0.35),
      2,
      { opacity: 0.4 },
    );
  });
  return rect(0, 0, SIZE, SIZE, wood) + grain.join('');
}

function plate(x: number, y: number, r: number, color: string): string {
  return (
    ellipse(x + 12, y + 16, r, r, '#000000', { opacity: 0.18 }) +
    circle(x, y, r, color) +
    circle(x, y, r * 0.9, mix(color, '#6A5A4A', 0.1)) +
    circle(x, y, r * 0.74, mix(color, '#FFFFFF', 0.3))
  );
}

export function drawCoffee(random: Random, variant: number): Drawing {
  const cup = inTurn(variant, ['#FBF6EE', '#2F5F6B', '#C8694A', '#E3B54E', '#8FA98F']);
  const x = random.between(330, 420);
  const y = random.between(350, 430);
  const art = inTurn(variant, ['leaf', 'heart', 'plain']);
  const foam =
    art === 'heart'
      ? path(
          `M${x} ${y + 66}C${x - 90} ${y + 6} ${x - 66} ${y - 62} ${x} ${y - 26}C${x + 66} ${y - 62} ${x + 90} ${y + 6} ${x} ${y + 66}Z`,
          '#F6E4C8',
        )
      : art === 'leaf'
        ? [0, 1, 2, 3]
            .map((step) =>
              path(
                `M${x} ${y + 60 - step * 30}q${-70 + step * 12} -14 ${-56 + step * 8} -52q30 24 ${56 - step * 8} 26q26 -2 ${56 - step * 8} -26q${14 - step * 4} 38 ${-56 + step * 8} 52Z`,
                '#F6E4C8',
              ),
            )
            .join('')
        : circle(x - 26, y - 20, 26, '#F6E4C8', { opacity: 0.5 });
  const bx = random.between(560, 640);
  const by = random.between(160, 240);
  return drawing(
    SIZE,
    SIZE,
    tableTop(random, variant),
    plate(x, y, 240, '#F4EDE2'),
    line(`M${x + 130} ${y - 60}q110 -40 110 34q-6 66 -112 54`, cup, 30),
    circle(x, y, 152, cup),
    circle(x, y, 132, mix(cup, '#000000', 0.12)),
    circle(x, y, 126, '#7A4526'),
    circle(x, y, 116, '#B57C4C'),
    foam,
    path(
      `M${bx} ${by}c10 -70 120 -90 150 -20c-14 -10 -30 -8 -36 4c-20 -16 -50 -14 -58 4c-24 -8 -44 -2 -56 12Z`,
      '#D99A4E',
    ),
    line(
      `M${bx + 18} ${by - 20}q14 -34 40 -40M${bx + 62} ${by - 10}q6 -34 30 -46M${bx + 104} ${by - 14}q6 -20 20 -26`,
      '#A9692E',
      5,
    ),
    group(
      { transform: `rotate(${random.between(-30, -10)} 150 660)` },
      ellipse(96, 660, 40, 26, '#D9DDE0'),
      rect(130, 654, 190, 12, '#D9DDE0', { rx: 6 }),
    ),
  );
}

export function drawFruit(random: Random, variant: number): Drawing {
  const wall = inTurn(variant, ['#DCE6E2', '#F1DCC8', '#D8D3E6', '#EFE3BE']);
  const fruits = random.shuffle([
    '#D9483B',
    '#E88B2E',
    '#F0C24A',
    '#8AAE4A',
    '#7A3F6A',
    '#E8A05A',
    '#C7313F',
  ]);
  const places = [
    [300, 470, 70],
    [420, 452, 78],
    [540, 470, 70],
    [360, 380, 66],
    [480, 372, 68],
    [420, 304, 58],
  ] as const;
  const pile = places.map(([x, y, r], index) => {
    const paint = fruits[index] ?? '#D9483B';
    return (
      circle(x, y, r, paint) +
      circle(x - r * 0.3, y - r * 0.34, r * 0.26, '#FFFFFF', { opacity: 0.35 }) +
      line(`M${x} ${y - r + 4}q4 -16 12 -20`, '#5B3A24', 5) +
      (index % 2 ? path(`M${x + 8} ${y - r - 8}q26 -20 46 -2q-24 18 -46 2Z`, '#5E8A4A') : '')
    );
  });
  const bowl = random.pick(['#2F5F7A', '#C8694A', '#F3EBDD', '#4F7A5A']);
  return drawing(
    SIZE,
    SIZE,
    rect(0, 0, SIZE, SIZE, wall),
    rect(0, 560, SIZE, 240, mix(wall, '#6B4226', 0.55)),
    ellipse(430, 716, 260, 26, '#000000', { opacity: 0.18 }),
    ...pile,
    path('M170 470Q420 520 670 470Q660 690 500 706H340Q180 690 170 470Z', bowl),
    line('M184 530Q420 586 656 530', mix(bowl, '#FFFFFF', 0.35), 8),
    line(
      Array.from(
        { length: 9 },
        (_, index) =>
          `M${230 + index * 46} ${586 + Math.sin((index / 8) * Math.PI) * 26}l16 24l16 -24`,
      ).join(''),
      mix(bowl, '#FFFFFF', 0.35),
      5,
    ),
    path('M676 676c-10 -60 40 -90 84 -70c30 30 10 90 -40 92c-24 0 -40 -8 -44 -22Z', '#E7C24A'),
  );
}

export function drawNoodles(random: Random, variant: number): Drawing {
  const bowl = inTurn(variant, ['#FBF6EE', '#29445C', '#B5483A', '#3E5A4A']);
  const broth = random.pick(['#D9893F', '#B8572C', '#E6C07A', '#8A4A2A']);
  const strands = Array.from({ length: 26 }, () => {
    const x = 400 + random.between(-120, 120);
    const y = 400 + random.between(-110, 120);
    return (
      line(`M${x - 90} ${y}q45 ${random.between(-60, 60)} 90 0t90 0`, '#F6DE9C', 11) +
      line(`M${x - 90} ${y + 5}q45 ${random.between(-60, 60)} 90 0t90 0`, '#E8C878', 3)
    );
  });
  const onions = Array.from({ length: 16 }, () =>
    circle(400 + random.between(-180, 180), 400 + random.between(-180, 180), 10, 'none', {
      stroke: '#6FA04C',
      stroke_width: 6,
    }),
  );
  return drawing(
    SIZE,
    SIZE,
    tableTop(random, variant),
    ellipse(416, 424, 310, 308, '#000000', { opacity: 0.2 }),
    circle(400, 400, 306, bowl),
    circle(400, 400, 288, mix(bowl, '#000000', 0.08)),
    circle(400, 400, 262, broth),
    '<clipPath id="soup"><circle cx="400" cy="400" r="258"/></clipPath>',
    group(
      { clip_path: 'url(#soup)' },
      circle(340, 330, 240, mix(broth, '#FFFFFF', 0.12)),
      ...strands,
      path('M520 210q120 30 110 170q-90 -10 -130 -80q-10 -60 20 -90Z', '#2F4A3A'),
      ellipse(290, 300, 76, 62, '#FFFDF6'),
      circle(296, 304, 34, '#F2A73B'),
      circle(288, 296, 10, '#FBD27A'),
      ellipse(500, 520, 76, 54, '#D98F78'),
      line('M440 520q60 -30 120 0M450 540q50 -24 100 0', '#F3D3C4', 7),
      ...onions,
    ),
    line('M612 40L470 470M660 60L500 480', '#6B3A24', 12),
  );
}

export function drawBread(random: Random, variant: number): Drawing {
  const crust = inTurn(variant, ['#B5713A', '#8F5228', '#C98A4A']);
  const flour = Array.from({ length: 90 }, () =>
    circle(random.between(40, 760), random.between(80, 760), random.between(1, 4), '#FFFFFF', {
      opacity: 0.6,
    }),
  );
  const loaf = (x: number, y: number, s: number, turn: number) =>
    group(
      { transform: `translate(${x} ${y}) rotate(${turn}) scale(${s})` },
      ellipse(8, 22, 238, 136, '#000000', { opacity: 0.2 }),
      path(
        'M-230 20C-230 -90 -120 -132 0 -132S230 -90 230 20S120 130 0 130S-230 110 -230 20Z',
        crust,
      ),
      path(
        'M-200 0C-190 -80 -100 -112 0 -112S190 -80 200 0C140 -50 -140 -50 -200 0Z',
        mix(crust, '#F6D9A8', 0.35),
      ),
      ...[-110, -36, 38, 112].map((dx) =>
        path(
          `M${dx - 34} 64Q${dx - 10} -10 ${dx + 34} -76Q${dx + 20} 14 ${dx - 34} 64Z`,
          '#F3DDB4',
        ),
      ),
      ...[-110, -36, 38, 112].map((dx) =>
        line(`M${dx - 34} 64Q${dx - 10} -10 ${dx + 34} -76`, mix(crust, '#3A1E0E', 0.4), 5),
      ),
    );
  return drawing(
    SIZE,
    SIZE,
    tableTop(random, variant),
    rect(90, 120, 620, 560, random.pick(['#DCCFB8', '#8FA3AA', '#EFE6D6', '#C7B6D0']), {
      rx: 18,
      opacity: 0.75,
    }),
    ...flour,
    loaf(390, random.between(270, 320), random.between(0.82, 1), random.between(-16, 10)),
    random.chance(0.6) ? loaf(470, 560, random.between(0.6, 0.72), random.between(-8, 24)) : '',
  );
}

export function drawCake(random: Random, variant: number): Drawing {
  const [icing = '', sponge = '', berry = ''] = inTurn(variant, [
    ['#FBF3E6', '#E8C48A', '#C7313F'],
    ['#5B3324', '#7A4A30', '#E9C46A'],
    ['#F3B8C4', '#F2DCB0', '#B5304A'],
    ['#CFE0B4', '#EBD49A', '#5A3F7A'],
  ]);
  const wall = random.pick(['#DDE9EA', '#F6E3D4', '#E9E2F2', '#F4EBC9']);
  const candles = random.whole(0, 6);
  return drawing(
    SIZE,
    SIZE,
    gradient('wall', [wall, mix(wall, '#FFFFFF', 0.5)]),
    rect(0, 0, SIZE, SIZE, 'url(#wall)'),
    rect(0, 600, SIZE, 200, mix(wall, '#7A5238', 0.5)),
    ellipse(400, 690, 300, 34, '#000000', { opacity: 0.16 }),
    ellipse(400, 650, 320, 46, '#FFFFFF'),
    path('M360 660h80l20 60H340Z', '#E6E2DA'),
    path('M170 400V630Q400 690 630 630V400Z', sponge),
    line('M170 500Q400 556 630 500M170 566Q400 622 630 566', icing, 18),
    path(
      'M160 380Q400 300 640 380V430q-20 44 -44 6q-18 60 -56 6q-20 74 -58 8q-24 56 -58 2q-30 70 -62 0q-26 50 -56 -4q-30 60 -60 -6q-24 42 -46 -12Z',
      icing,
    ),
    ellipse(400, 384, 240, 60, mix(icing, '#FFFFFF', 0.25)),
    ...Array.from(
      { length: 9 },
      (_, index) =>
        circle(
          400 + Math.cos((index / 9) * 6.283) * 190,
          382 + Math.sin((index / 9) * 6.283) * 42,
          20,
          berry,
        ) +
        circle(
          394 + Math.cos((index / 9) * 6.283) * 190,
          375 + Math.sin((index / 9) * 6.283) * 42,
          5,
          '#FFFFFF',
          { opacity: 0.5 },
        ),
    ),
    ...Array.from({ length: candles }, (_, index) => {
      const x = 400 + (index - (candles - 1) / 2) * 50;
      return (
        rect(x - 7, 280, 14, 96, index % 2 ? '#E9A6B8' : '#8FC1D4', { rx: 3 }) +
        path(`M${x} 236q18 24 0 40q-18 -16 0 -40Z`, '#F9C04A')
      );
    }),
  );
}
