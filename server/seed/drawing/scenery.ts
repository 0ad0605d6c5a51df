/** The pictures people send: each kind has a way to draw it, and each seed another picture of it. */
import { makeRandom, type Random } from '../random.ts';
import { drawBalloons, drawNorthernLights } from './heavens.ts';
import { drawFields, drawForest, drawHills } from './land.ts';
import { drawMap, drawNote, drawPlan, drawQuilt, drawScore } from './paper.ts';
import { drawBookshelf, drawCat, drawWindow } from './rooms.ts';
import type { Drawing } from './svg.ts';
import { drawBread, drawCake, drawCoffee, drawFruit, drawNoodles } from './table.ts';
import { drawBicycle, drawCityNight, drawHarbour } from './town.ts';
import { drawLake, drawSea } from './water.ts';

const PAINTERS = {
  hills: drawHills,
  sea: drawSea,
  forest: drawForest,
  lake: drawLake,
  fields: drawFields,
  aurora: drawNorthernLights,
  balloons: drawBalloons,
  city: drawCityNight,
  harbour: drawHarbour,
  bicycle: drawBicycle,
  window: drawWindow,
  books: drawBookshelf,
  cat: drawCat,
  coffee: drawCoffee,
  fruit: drawFruit,
  noodles: drawNoodles,
  bread: drawBread,
  cake: drawCake,
  note: drawNote,
  plan: drawPlan,
  map: drawMap,
  score: drawScore,
  quilt: drawQuilt,
} satisfies Record<string, (random: Random, variant: number) => Drawing>;

export type SceneKind = keyof typeof PAINTERS;

export const isSceneKind = (kind: string): kind is SceneKind => Object.hasOwn(PAINTERS, kind);

/** How many different pictures there are of each kind; a repeat is as good as a new one. */
export const VARIANTS = 5;

export interface Scene {
  kind: SceneKind;
  /** From 0 to `VARIANTS - 1`. */
  variant: number;
}

export const drawScene = ({ kind, variant }: Scene): Drawing =>
  PAINTERS[kind](makeRandom(`${kind} ${variant}`), variant);
