/** Input as WebDriver and WebDriver BiDi take it alike: sequences of actions of a mouse, a wheel or a keyboard. */
import type { Json, Key, Point } from './driver.ts';

/** Code points that stand for keys (WebDriver, section "Keyboard actions"). */
const KEYS: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  End: '\uE010',
};

type Sequence = { [name: string]: Json };

const mouse = (...actions: Json[]): Sequence[] => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
];

/** Input of WebDriver coordinates is in whole pixels. */
const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) });

export const moving = (point: Point): Sequence[] => mouse(move(point));

export const clicking = (point: Point): Sequence[] =>
  mouse(move(point), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 });

export const scrolling = ({ x, y }: Point, deltaY: number): Sequence[] => [
  {
    type: 'wheel',
    id: 'wheel',
    actions: [
      { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY, origin: 'viewport' },
    ],
  },
];

export const typing = (text: string): Sequence[] => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

export const pressing = (key: Key): Sequence[] => typing(KEYS[key]);
