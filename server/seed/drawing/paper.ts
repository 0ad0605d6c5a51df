/** Things on paper: notes, plans, maps, music, patterns. Writing is drawn as strokes, never as type. */
import { inTurn, type Random } from '../random.ts';
import { circle, type Drawing, drawing, ellipse, group, line, mix, path, rect } from './svg.ts';

/** A word as a hand would write it; only its length and rhythm can be read. */
function scribble(random: Random, x: number, y: number, length: number, ink: string): string {
  let d = `M${x} ${y}`;
  for (let at = 0; at < length; at += 11) {
    const rise = random.chance(0.2) ? 24 : random.between(8, 13);
    d += `q4 ${-rise} 7 ${-rise * 0.2}q1 ${rise * 0.5} 4 ${rise * 0.2}`;
  }
  return line(d, ink, 3);
}

function words(random: Random, x: number, y: number, width: number, ink: string): string {
  const parts: string[] = [];
  for (let at = 0; at < width - 30; ) {
    const length = Math.min(random.between(30, 110), width - at);
    parts.push(scribble(random, x + at, y, length, ink));
    at += length + 26;
  }
  return parts.join('');
}

export function drawNote(random: Random, variant: number): Drawing {
  const paper = inTurn(variant, ['#FFF6C9', '#FDFBF4', '#E6F1F4', '#FBE3DC']);
  const desk = random.pick(['#8A6A4E', '#5F7A80', '#C9B79C', '#4A4F66']);
  const ink = random.pick(['#25324F', '#3A2A2A', '#1F4F55']);
  const rows = Array.from({ length: random.whole(6, 8) }, (_, index) => {
    const y = 300 + index * 72;
    const box = rect(150, y - 26, 28, 28, 'none', { stroke: ink, stroke_width: 3, rx: 4 });
    const tick = random.chance(0.55) ? line(`M154 ${y - 12}l9 10l20 -28`, '#C8503C', 5) : '';
    return (
      line(`M110 ${y + 14}H610`, '#9DB6C4', 1.5, { opacity: 0.6 }) +
      box +
      tick +
      words(random, 206, y, random.between(180, 380), ink)
    );
  });
  return drawing(
    720,
    960,
    rect(0, 0, 720, 960, desk),
    group(
      { transform: `rotate(${random.between(-4, 4)} 360 480)` },
      rect(92, 92, 560, 800, '#000000', { opacity: 0.2 }),
      rect(80, 78, 560, 800, paper),
      path('M640 800v78h-84Z', mix(paper, '#8A7A5A', 0.25)),
      words(random, 150, 190, 260, ink),
      line('M150 212h250', '#C8503C', 4),
      ...rows,
    ),
    group(
      { transform: 'rotate(38 600 860)' },
      rect(460, 850, 250, 18, '#E0A93E'),
      path('M460 850l-34 9l34 9Z', '#F3DDB4'),
      path('M438 856l-12 3l12 3Z', '#2B2B30'),
    ),
  );
}

export function drawPlan(random: Random, variant: number): Drawing {
  const isBlueprint = variant % 2 === 1;
  const paper = isBlueprint ? '#24507E' : '#FBF8F0';
  const ink = isBlueprint ? '#EAF3FA' : '#2B3A4A';
  const split = random.between(400, 560);
  const level = random.between(320, 420);
  const grid = Array.from({ length: 24 }, (_, index) =>
    line(`M${index * 40} 0V720M0 ${index * 40}H960`, ink, 1, { opacity: 0.1 }),
  );
  const door = (x: number, y: number, turn: number) =>
    group(
      { transform: `translate(${x} ${y}) rotate(${turn})` },
      line('M0 0H70', paper, 14),
      line('M0 0V-70', ink, 3),
      line('M0 -70A70 70 0 0 1 70 0', ink, 2, { stroke_dasharray: '6 7' }),
    );
  return drawing(
    960,
    720,
    rect(0, 0, 960, 720, paper),
    ...grid,
    line(`M140 120H820V600H140ZM${split} 120V600M${split} ${level}H820`, ink, 12, {
      stroke_linejoin: 'miter',
    }),
    door(split + 60, level, 0),
    door(split, 500, 90),
    door(220, 600, 0),
    line('M220 120h110M600 120h130M140 260v110M820 470v80', paper, 8),
    line('M220 117h110M220 123h110M600 117h130M600 123h130', ink, 2),
    rect(180, 170, 130, 90, 'none', { stroke: ink, stroke_width: 3, rx: 10 }),
    circle(300, 420, 52, 'none', { stroke: ink, stroke_width: 3 }),
    ...[0, 1, 2, 3].map((turn) =>
      rect(282, 340, 36, 18, 'none', {
        stroke: ink,
        stroke_width: 3,
        rx: 6,
        transform: `rotate(${turn * 90} 300 420)`,
      }),
    ),
    rect(split + 110, 160, 150, 110, 'none', { stroke: ink, stroke_width: 3, rx: 6 }),
    line(`M${split + 110} 196h150`, ink, 2),
    rect(split + 40, level + 60, 60, 130, 'none', { stroke: ink, stroke_width: 3, rx: 26 }),
    line(
      `M140 660H820M140 648v24M820 648v24M${split} 648v24M70 120V600M58 120h24M58 600h24`,
      ink,
      2,
    ),
    group({ transform: 'translate(440 690)' }, scribble(random, 0, 0, 70, ink)),
    words(random, 190, 550, 150, ink),
    words(random, split + 60, 240, 60, ink),
    circle(880, 640, 30, 'none', { stroke: ink, stroke_width: 3 }),
    path('M880 612l10 28h-20Z', ink),
  );
}

export function drawMap(random: Random, variant: number): Drawing {
  const land = inTurn(variant, ['#F2ECD9', '#E9EFE2', '#F4E8E0']);
  const parks = Array.from({ length: 5 }, () =>
    rect(
      random.between(0, 820),
      random.between(0, 600),
      random.between(90, 200),
      random.between(70, 160),
      '#BFD9A8',
      { rx: 26 },
    ),
  );
  const streets = Array.from({ length: 11 }, (_, index) =>
    index % 2
      ? line(
          `M${random.between(0, 960)} -20Q${random.between(0, 960)} 360 ${random.between(0, 960)} 740`,
          '#FFFFFF',
          random.between(10, 22),
        )
      : line(
          `M-20 ${random.between(0, 720)}Q480 ${random.between(0, 720)} 980 ${random.between(0, 720)}`,
          '#FFFFFF',
          random.between(10, 22),
        ),
  );
  const from = [random.between(120, 260), random.between(480, 620)] as const;
  const to = [random.between(680, 840), random.between(130, 260)] as const;
  return drawing(
    960,
    720,
    rect(0, 0, 960, 720, land),
    ...parks,
    line(
      `M-20 ${random.between(80, 240)}C260 ${random.between(80, 500)} 560 ${random.between(200, 640)} 980 ${random.between(420, 660)}`,
      '#9CC9DC',
      86,
    ),
    ...streets,
    line(
      `M${from[0]} ${from[1]}C${from[0] + 190} ${from[1] - 30} ${to[0] - 330} ${to[1] + 60} ${to[0]} ${to[1]}`,
      '#0F6B78',
      11,
      { stroke_dasharray: '4 22' },
    ),
    circle(from[0], from[1], 18, '#FFFFFF', { stroke: '#0F6B78', stroke_width: 9 }),
    ellipse(to[0], to[1] + 4, 22, 8, '#000000', { opacity: 0.2 }),
    path(`M${to[0]} ${to[1]}c-50 -60 -44 -112 0 -114s50 54 0 114Z`, '#D2502F'),
    circle(to[0], to[1] - 70, 17, '#FFFFFF'),
  );
}

export function drawScore(random: Random, variant: number): Drawing {
  const paper = inTurn(variant, ['#FBF7EA', '#F7F2E2', '#FDFCF7']);
  const ink = '#2A2622';
  const staves = [0, 1, 2, 3, 4].map((row) => {
    const top = 190 + row * 150;
    const lines = [0, 1, 2, 3, 4].map((step) => line(`M80 ${top + step * 15}H640`, ink, 1.6));
    const bars = [80, 266, 453, 640].map((x) => line(`M${x} ${top}v60`, ink, 2.4));
    const clef = line(
      `M112 ${top + 78}c-16 6 -20 -14 -4 -14c14 4 8 -66 6 -82c0 -20 16 -16 14 2c-2 26 -34 36 -30 60c4 20 38 18 36 -6c-2 -20 -28 -16 -26 4`,
      ink,
      3.6,
    );
    const notes = Array.from({ length: 11 }, (_, index) => {
      const x = 166 + index * 42 + random.between(-4, 4);
      const y = top + random.whole(0, 8) * 7.5;
      const isUp = y > top + 30;
      const stem = isUp ? `M${x + 9} ${y}v-52` : `M${x - 9} ${y}v52`;
      const flag = random.chance(0.3)
        ? line(
            isUp ? `M${x + 9} ${y - 52}q14 10 12 26` : `M${x - 9} ${y + 52}q16 -8 14 -24`,
            ink,
            3,
          )
        : '';
      return (
        ellipse(x, y, 10.5, 7.5, ink, { transform: `rotate(-18 ${x} ${y})` }) +
        line(stem, ink, 2.6) +
        flag
      );
    });
    return [...lines, ...bars, clef, ...notes].join('');
  });
  const marks = [
    line('M300 356q90 -40 170 0', '#C8503C', 4),
    circle(438, 512, 38, 'none', { stroke: '#C8503C', stroke_width: 4 }),
    line('M240 676q40 24 90 4', '#2F6FA8', 4),
  ];
  return drawing(
    720,
    960,
    rect(0, 0, 720, 960, random.pick(['#4A3A30', '#6F7F86', '#2E3648'])),
    rect(34, 40, 652, 900, paper),
    rect(660, 40, 26, 900, mix(paper, '#8A7A5A', 0.2)),
    words(random, 230, 116, 260, ink),
    ...staves,
    ...marks,
  );
}

export function drawQuilt(random: Random, variant: number): Drawing {
  const paints = inTurn(variant, [
    ['#1F4F5F', '#E9A23B', '#F4EBDA', '#C8503C', '#7FA8A0'],
    ['#5B3A6B', '#E6B8C2', '#F6EFE4', '#D9793F', '#8C9E5E'],
    ['#8C2F39', '#F0C766', '#23395B', '#F3EDE2', '#4F8A7A'],
    ['#2E2A3A', '#D9573F', '#F1E2C4', '#2FA1A6', '#E7B043'],
  ]);
  const cells = 4;
  const unit = 800 / (cells * 2);
  const pattern = random.whole(0, 2);
  const half = Array.from({ length: cells }, () =>
    Array.from({ length: cells }, () => [random.whole(0, 4), random.whole(0, 4)] as const),
  );
  const squares: string[] = [];
  for (let row = 0; row < cells * 2; row++) {
    for (let column = 0; column < cells * 2; column++) {
      // Mirrored in both directions, as a quilt is planned.
      const pair = half[Math.min(row, cells * 2 - 1 - row)]?.[
        Math.min(column, cells * 2 - 1 - column)
      ] ?? [0, 1];
      const [first, second] = [
        paints[pair[0]] ?? '',
        paints[pair[1] === pair[0] ? (pair[1] + 1) % 5 : pair[1]] ?? '',
      ];
      const x = column * unit;
      const y = row * unit;
      const flipped = column < cells === row < cells;
      squares.push(rect(x, y, unit, unit, first));
      if (pattern === 0)
        squares.push(
          path(
            flipped ? `M${x} ${y}h${unit}v${unit}Z` : `M${x + unit} ${y}h${-unit}v${unit}Z`,
            second,
          ),
        );
      if (pattern === 1)
        squares.push(
          path(
            `M${x + unit / 2} ${y}l${unit / 2} ${unit / 2}l${-unit / 2} ${unit / 2}l${-unit / 2} ${-unit / 2}Z`,
            second,
          ),
        );
      if (pattern === 2)
        squares.push(
          path(
            `M${x} ${y}h${unit}l${-unit / 2} ${unit / 2}ZM${x} ${y + unit}h${unit}l${-unit / 2} ${-unit / 2}Z`,
            second,
          ),
        );
      squares.push(
        rect(x + 4, y + 4, unit - 8, unit - 8, 'none', {
          stroke: '#FFFFFF',
          stroke_width: 1.6,
          stroke_dasharray: '7 6',
          opacity: 0.55,
        }),
      );
    }
  }
  return drawing(800, 800, ...squares);
}
