/** Inside, where it is warm. */
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

export function drawWindow(random: Random, variant: number): Drawing {
  const light = inTurn(variant, [
    ['#9CC9E4', '#E5F1EE', '#7FA67A'],
    ['#F5BC92', '#FBE8CB', '#8A6A7E'],
    ['#6F7FA8', '#D5C3CC', '#3E4C6B'],
    ['#B7CDD6', '#EDF1EF', '#6F8F94'],
  ]);
  const plants = [210, 390, 560, 730].map((x) => {
    const pot = random.pick(['#C8694A', '#E5DCCB', '#4E7A86', '#D9A441']);
    const leaf = random.pick(['#4F8A57', '#3C6B4F', '#7BA05B']);
    const leaves = Array.from({ length: 9 }, (_, index) => {
      const turn = -Math.PI * (0.12 + (index / 8) * 0.76);
      const long = random.between(60, 130);
      const tx = x + Math.cos(turn) * long;
      const ty = 560 + Math.sin(turn) * long;
      return path(
        `M${x} 566Q${x + Math.cos(turn - 0.5) * long * 0.6} ${560 + Math.sin(turn - 0.5) * long * 0.6} ${tx} ${ty}Q${x + Math.cos(turn + 0.5) * long * 0.6} ${560 + Math.sin(turn + 0.5) * long * 0.6} ${x} 566Z`,
        mix(leaf, '#1E3A2C', random.between(0, 0.35)),
      );
    });
    const bloom = random.chance(0.5)
      ? Array.from({ length: 5 }, () =>
          circle(
            x + random.between(-50, 50),
            random.between(450, 540),
            random.between(7, 12),
            random.pick(['#E86A5C', '#F4C95D', '#E9A6B8', '#FFFFFF']),
          ),
        )
      : [];
    return (
      leaves.join('') +
      bloom.join('') +
      path(`M${x - 46} 560h92l-12 84h-68Z`, pot) +
      rect(x - 52, 552, 104, 20, mix(pot, '#000000', 0.1), { rx: 4 })
    );
  });
  const drops = random.chance(0.4)
    ? Array.from({ length: 60 }, () =>
        line(`M${random.between(150, 810)} ${random.between(80, 520)}l-6 20`, '#FFFFFF', 3, {
          opacity: 0.5,
        }),
      )
    : [];
  return drawing(
    960,
    720,
    rect(0, 0, 960, 720, '#EFE4D3'),
    gradient('outside', light.slice(0, 2)),
    rect(130, 60, 700, 560, 'url(#outside)'),
    path(
      'M130 430Q260 340 400 410T640 380T830 420V620H130Z',
      mix(light[2] ?? '', light[1] ?? '', 0.45),
    ),
    path('M130 500Q300 430 480 490T830 470V620H130Z', light[2] ?? ''),
    ...drops,
    rect(130, 60, 700, 560, 'none', { stroke: '#FFFFFF', stroke_width: 26 }),
    line('M480 60V620M130 300H830', '#FFFFFF', 16),
    path(
      'M60 20q90 220 30 600h-90V20ZM900 20q-90 220 -30 600h90V20Z',
      random.pick(['#C9735B', '#6E8FA8', '#D9B45A', '#8FA37E']),
      { opacity: 0.9 },
    ),
    rect(60, 636, 840, 34, '#D8C3A4', { rx: 6 }),
    ...plants,
  );
}

export function drawBookshelf(random: Random, variant: number): Drawing {
  const spines = [
    '#B5483A',
    '#2F5F6B',
    '#E0A93E',
    '#5B4A7E',
    '#3F6B4A',
    '#E8DCC6',
    '#8A3A52',
    '#2B3A5A',
    '#D98A5B',
    '#7A8C99',
  ];
  const shelves = [0, 1, 2].flatMap((row) => {
    const floor = 228 + row * 232;
    const parts: string[] = [];
    for (let x = 56; x < 880; ) {
      if (random.chance(0.06) && x < 780) {
        parts.push(
          path(
            `M${x + 12} ${floor}q-14 -60 22 -76q36 16 22 76Z`,
            inTurn(variant, ['#D9785A', '#5D8A94']),
          ),
          line(
            `M${x + 34} ${floor - 74}q-4 -44 -26 -66M${x + 34} ${floor - 74}q6 -50 28 -62M${x + 34} ${floor - 74}v-72`,
            '#4F7A4A',
            5,
          ),
        );
        x += 78;
        continue;
      }
      const wide = random.between(20, 46);
      const tall = random.between(118, 184);
      const paint = random.pick(spines);
      const lean = random.chance(0.08) ? 8 : 0;
      parts.push(
        group(
          { transform: lean ? `rotate(${lean} ${x + wide} ${floor})` : undefined },
          rect(x, floor - tall, wide, tall, paint, { rx: 3 }),
          rect(x, floor - tall + 20, wide, 7, mix(paint, '#FFFFFF', 0.45)),
          rect(x, floor - 34, wide, 5, mix(paint, '#FFFFFF', 0.3)),
        ),
      );
      x += wide + 3 + lean * 2.4;
    }
    return [
      ...parts,
      rect(30, floor, 900, 22, '#9A6B42'),
      rect(30, floor + 22, 900, 8, '#000000', { opacity: 0.18 }),
    ];
  });
  return drawing(
    960,
    720,
    rect(0, 0, 960, 720, '#6F4A2E'),
    rect(40, 0, 880, 720, '#523520'),
    ...shelves,
    rect(0, 0, 40, 720, '#8A5E3A'),
    rect(920, 0, 40, 720, '#8A5E3A'),
  );
}

export function drawCat(random: Random, variant: number): Drawing {
  const fur = inTurn(variant, ['#D98A4A', '#5A5560', '#2E2A30', '#E8DFD2', '#8C7A6A']);
  const stripe = mix(fur, '#1E1A1E', 0.3);
  const cushion = random.pick(['#2F7F86', '#B5485A', '#E0AE4A', '#6A5B98', '#5E8A62']);
  const wall = random.pick(['#F1E3CF', '#DCE7E6', '#F0DAD2', '#E4E0F0']);
  return drawing(
    960,
    720,
    rect(0, 0, 960, 720, wall),
    rect(0, 560, 960, 160, mix(wall, '#6B4A34', 0.45)),
    rect(600, 60, 260, 330, '#FFFFFF', { rx: 6 }),
    gradient('outside', ['#9CC9E4', '#F4E8D0']),
    rect(618, 78, 224, 294, 'url(#outside)'),
    line('M730 78V372M618 226H842', '#FFFFFF', 12),
    ellipse(470, 634, 340, 34, '#000000', { opacity: 0.14 }),
    path(
      'M150 560C130 480 230 468 470 468S820 480 800 560C810 640 720 644 470 644S130 640 150 560Z',
      cushion,
    ),
    line('M190 520Q470 490 750 520', mix(cushion, '#FFFFFF', 0.3), 4, { opacity: 0.7 }),
    // Asleep in a ring: body, tail around the front, head on the tail.
    path(
      'M250 540C230 400 350 330 490 332C640 334 720 420 700 520C690 580 600 590 470 590S260 590 250 540Z',
      fur,
    ),
    line(
      'M420 344q20 40 4 76M490 336q18 40 4 80M560 344q18 36 6 70M622 372q14 30 4 56',
      stripe,
      13,
    ),
    line('M690 500C716 590 560 604 430 592', mix(fur, '#FFFFFF', 0.06), 42),
    line('M470 594q-24 2 -44 -2', stripe, 42),
    path(
      'M250 470L252 392L304 432Q336 422 368 432L420 394L420 470C430 540 380 570 336 570S240 540 250 470Z',
      mix(fur, '#FFFFFF', 0.08),
    ),
    path('M262 426l2 -20l22 20ZM410 428l0 -22l-24 20Z', '#E7A6A0'),
    line('M282 490q16 14 32 0M358 490q16 14 32 0', '#2B1D1A', 5),
    path('M328 514h16l-8 10Z', '#D8837C'),
    line('M336 524q-8 14 -20 10M336 524q8 14 20 10', '#2B1D1A', 4),
    line('M270 520l-54 -8M272 532l-52 8M402 520l54 -8M400 532l52 8', mix(fur, '#FFFFFF', 0.6), 3),
    line('M336 440v22M316 444l2 16M356 444l-2 16', stripe, 8),
  );
}
