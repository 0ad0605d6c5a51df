/** Where people live: streets, harbours, rooms. */
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

export function drawCityNight(random: Random, variant: number): Drawing {
  const tones = inTurn(variant, [
    ['#10173A', '#2B2F63', '#7A5A86'],
    ['#0B1B2E', '#1D3B57', '#3F6C85'],
    ['#1A1430', '#3D2A58', '#B5657A'],
  ]);
  const stars = Array.from({ length: 60 }, () =>
    circle(random.between(0, 960), random.between(0, 320), random.between(0.8, 2.2), '#FFFFFF', {
      opacity: random.between(0.3, 0.9),
    }),
  );
  const buildings = [0, 1, 2].flatMap((row) => {
    const color = mix(tones[1] ?? '', '#070B1C', 0.25 + row * 0.3);
    const parts: string[] = [];
    for (let x = -20; x < 960; ) {
      const wide = random.between(56, 120);
      const top = random.between(190, 400) + row * 90;
      parts.push(rect(x, top, wide, 720 - top, color));
      if (random.chance(0.25)) parts.push(line(`M${x + wide / 2} ${top}v-44`, color, 4));
      for (let wy = top + 18; wy < 690; wy += 26) {
        for (let wx = x + 10; wx + 12 < x + wide; wx += 21) {
          if (random.chance(0.34))
            parts.push(
              rect(wx, wy, 10, 14, random.pick(['#FFD98A', '#FFE9B8', '#F7B267', '#9ED8E6']), {
                opacity: 0.55 + row * 0.2,
              }),
            );
        }
      }
      x += wide + random.between(2, 12);
    }
    return parts;
  });
  const moon = random.between(160, 800);
  return drawing(
    960,
    720,
    gradient('sky', tones),
    rect(0, 0, 960, 720, 'url(#sky)'),
    ...stars,
    circle(moon, 120, 46, '#FDF3D7'),
    circle(moon + 20, 108, 42, mix(tones[0] ?? '', tones[1] ?? '', 0.3)),
    ...buildings,
  );
}

export function drawHarbour(random: Random, variant: number): Drawing {
  const paints = random.shuffle([
    '#C8553D',
    '#E2A33B',
    '#F1E3C8',
    '#3F7F86',
    '#8A9E6B',
    '#B8677F',
    '#5D7FA8',
    '#E9C46A',
  ]);
  let x = -30;
  const houses = paints.map((paint) => {
    const wide = random.between(104, 150);
    const tall = random.between(190, 300);
    const top = 470 - tall;
    const deep = mix(paint, '#20242E', 0.35);
    const windows = [0, 1, 2].flatMap((row) =>
      [0.22, 0.62].map((across) =>
        rect(
          x + wide * across,
          top + 26 + row * 62,
          wide * 0.18,
          36,
          random.chance(0.35) ? '#FFE3A0' : '#F7FAFA',
          { stroke: deep, stroke_width: 3 },
        ),
      ),
    );
    const house =
      rect(x, top, wide, tall, paint) +
      path(`M${x - 4} ${top}L${x + wide / 2} ${top - wide * 0.42}L${x + wide + 4} ${top}Z`, deep) +
      windows.slice(0, tall > 250 ? 6 : 4).join('') +
      rect(x + wide * 0.4, 424, wide * 0.22, 46, deep, { rx: 2 });
    x += wide;
    return house;
  });
  const row = houses.join('') + rect(0, 468, 960, 16, '#6E6259');
  const boats = Array.from({ length: 3 }, (_, index) => {
    const bx = 150 + index * 300 + random.between(-60, 60);
    const by = 580 + random.between(-20, 50);
    const paint = inTurn(variant, ['#FBF6EA', '#C8553D', '#2F5573', '#3F7F86']);
    return (
      path(`M${bx - 70} ${by}q70 14 140 0q-8 40 -34 42h-74q-26 -4 -32 -42Z`, paint) +
      line(`M${bx} ${by + 4}v-120`, '#5B4636', 6) +
      line(
        `M${bx} ${by - 110}L${bx + 62} ${by}M${bx} ${by - 110}L${bx - 62} ${by}`,
        '#5B4636',
        1.6,
        { opacity: 0.7 },
      )
    );
  });
  const ripples = Array.from({ length: 30 }, () =>
    line(
      `M${random.between(0, 940)} ${random.between(500, 716)}h${random.between(20, 110)}`,
      '#FFFFFF',
      3,
      { opacity: 0.28 },
    ),
  );
  return drawing(
    960,
    720,
    gradient(
      'sky',
      random.pick([
        ['#9CCBE0', '#E6F1EE'],
        ['#F3C6A2', '#FBEAD2'],
        ['#A9B4CC', '#F0D9D0'],
      ]),
    ),
    rect(0, 0, 960, 720, 'url(#sky)'),
    row,
    gradient('water', ['#5F96A3', '#254E61']),
    rect(0, 484, 960, 236, 'url(#water)'),
    group({ transform: 'matrix(1 0 0 -0.7 0 823)', opacity: 0.3 }, row),
    ...ripples,
    ...boats,
  );
}

export function drawBicycle(random: Random, variant: number): Drawing {
  const wall = inTurn(variant, ['#E7C9A9', '#D98C6A', '#B9CDBF', '#E9D9A8', '#AFC3D2']);
  const frame = random.pick(['#2F6F73', '#B23A48', '#2B3A67', '#D99A2B', '#4F7A4A']);
  const bricks = Array.from({ length: 40 }, () => {
    const y = random.whole(1, 14) * 40;
    return rect(
      random.whole(0, 12) * 80 + (y % 80 ? 40 : 0),
      y,
      74,
      34,
      mix(wall, '#5B3A2A', random.between(0.04, 0.14)),
      { rx: 3 },
    );
  });
  const wheel = (x: number) =>
    circle(x, 520, 112, 'none', { stroke: '#2B2B30', stroke_width: 11 }) +
    circle(x, 520, 103, 'none', { stroke: '#D9DCE0', stroke_width: 4 }) +
    Array.from({ length: 12 }, (_, index) => {
      const turn = (index / 12) * Math.PI;
      return line(
        `M${x + Math.cos(turn) * 102} ${520 + Math.sin(turn) * 102}L${x - Math.cos(turn) * 102} ${520 - Math.sin(turn) * 102}`,
        '#A9AEB5',
        1.6,
      );
    }).join('');
  const flowers = Array.from({ length: 11 }, () =>
    circle(
      704 + random.between(-46, 46),
      310 + random.between(-40, 12),
      random.between(9, 17),
      random.pick(['#E86A5C', '#F4C95D', '#F2EDE4', '#B47FB0']),
    ),
  );
  return drawing(
    960,
    720,
    rect(0, 0, 960, 720, wall),
    ...bricks,
    rect(0, 620, 960, 100, '#8C8478'),
    ellipse(480, 636, 380, 16, '#000000', { opacity: 0.18 }),
    wheel(270),
    wheel(690),
    line(
      'M270 520L390 350L620 350M390 350L450 520H270M450 520L620 350L690 520M620 350L606 292',
      frame,
      13,
    ),
    line('M390 350L376 308', frame, 12),
    path('M330 296q50 -14 92 4q-6 18 -34 16q-34 -2 -58 -20Z', '#5B3A2A'),
    line('M606 292q26 -22 58 -10M606 292q-30 -16 -52 2', '#3A3A40', 10),
    circle(450, 520, 26, '#3A3A40'),
    line('M450 520l34 42M474 566h24', '#3A3A40', 8),
    ...flowers,
    path('M644 314h124l-16 74h-92Z', '#B98A55'),
    line('M652 338h108M656 362h100M680 316l6 70M706 316v70M732 316l-6 70', '#8A6236', 3),
  );
}

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
