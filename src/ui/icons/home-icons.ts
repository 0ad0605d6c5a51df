/** More icons of the people list and its surroundings. Drawings by Lucide (see LICENSE). */
import { drawIcon } from './draw-icon.ts';

export const ArrowUp = drawIcon('M5 12l7-7 7 7M12 19V5');
export const Ban = drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM4.929 4.929 19.07 19.071');
export const BellOff = drawIcon(
  'M10.268 21a2 2 0 0 0 3.464 0M17 17H4a1 1 0 0 1-.74-1.673C4.59 13.956 6 12.499 6 8a6 6 0 0 1 .258-1.742M2 2l20 20M8.668 3.01A6 6 0 0 1 18 8c0 2.687.77 4.653 1.707 6.05',
);
export const Clock3 = drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM12 6v6h4');
export const EllipsisVertical = drawIcon(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM11 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM11 19a1 1 0 1 0 2 0a1 1 0 1 0-2 0z',
);
export const Pin = drawIcon('M12 17v5M7 3h10M8 3v7l-3 7h14l-3-7V3');
export const Search = drawIcon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0z');
export const UserRound = drawIcon('M20 21a8 8 0 0 0-16 0M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0z');
