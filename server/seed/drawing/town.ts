/** Streets and harbours. */
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
    const paint = inTurn(variant + index, ['#FBF6EA', '#C8553D', '#2F5573', '#3F7F86']);
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
      inTurn(variant, [
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
