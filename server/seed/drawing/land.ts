/** Hills, woods and fields. */
import { inTurn, type Random } from '../random.ts';
import {
  closeBelow,
  drawBirds,
  drawClouds,
  drawPine,
  drawSky,
  HEIGHT,
  LIGHTS,
  traceRidge,
  WIDTH,
} from './outdoors.ts';
import { circle, type Drawing, drawing, gradient, mix, path, rect } from './svg.ts';

export function drawHills(random: Random, variant: number): Drawing {
  const light = inTurn(variant, LIGHTS);
  const layers = Array.from({ length: 6 }, (_, index) => {
    const near = index / 5;
    return path(
      closeBelow(traceRidge(random, 310 + index * 66, 44 - near * 16, 6 + index)),
      mix(light.far, light.near, near),
    );
  });
  return drawing(
    WIDTH,
    HEIGHT,
    drawSky(random, light),
    drawClouds(random, 0.35),
    drawBirds(random, light.near),
    ...layers,
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
      return drawPine(
        x,
        foot,
        random.between(190, 250) + row * 70,
        mix(light.far, light.near, 0.25 + row * 0.25),
        isWinter ? '#F6FAFB' : '',
      );
    }).concat(
      path(
        closeBelow(traceRidge(random, 570 + row * 112, 10, 6, width), width, height),
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
  return drawing(width, height, drawSky(random, light, width, height), ...rows, ...flakes);
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
    drawClouds(random, 0.85),
    drawClouds(random, 0.6),
    path(closeBelow(traceRidge(random, 380, 30, 6)), mix(far, '#9CC3B4', 0.6)),
    path(closeBelow(traceRidge(random, 412, 10, 5)), far),
    ...rows,
    tree,
    drawBirds(random, '#4A4A5A'),
  );
}
