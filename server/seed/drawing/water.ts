/** The sea and lakes. */
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
import { circle, type Drawing, drawing, gradient, group, line, mix, path, rect } from './svg.ts';

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
    drawClouds(random, 0.3),
    gradient('water', [mix(water, light.near, 0.35), light.near]),
    rect(0, horizon, WIDTH, HEIGHT - horizon, 'url(#water)'),
    path(
      closeBelow(traceRidge(random, horizon - 8, 14, 5)).replace(
        /L960 720L0 720Z$/,
        `L960 ${horizon + 2}L0 ${horizon + 2}Z`,
      ),
      light.far,
      { opacity: 0.55 },
    ),
    ...glints,
    hasTower ? lighthouse : '',
    boat,
    drawBirds(random, light.near),
  );
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
    drawPine(
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
    drawSky(random, light),
    drawClouds(random, 0.4),
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
