/** More icons of the people list and its surroundings. Drawings by Lucide (see LICENSE). */
import { drawIcon } from './draw-icon.ts';

export const ArrowUp = drawIcon('M5 12l7-7 7 7M12 19V5');
export const Ban = drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM4.929 4.929 19.07 19.071');
export const BellOff = drawIcon(
  'M10.268 21a2 2 0 0 0 3.464 0M17 17H4a1 1 0 0 1-.74-1.673C4.59 13.956 6 12.499 6 8a6 6 0 0 1 .258-1.742M2 2l20 20M8.668 3.01A6 6 0 0 1 18 8c0 2.687.77 4.653 1.707 6.05',
);
export const Check = drawIcon('M20 6 9 17l-5-5');
export const Clock3 = drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM12 6v6h4');
export const EllipsisVertical = drawIcon(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM11 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM11 19a1 1 0 1 0 2 0a1 1 0 1 0-2 0z',
);
export const LogOut = drawIcon('M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4');
export const Pin = drawIcon('M12 17v5M7 3h10M8 3v7l-3 7h14l-3-7V3');
export const Search = drawIcon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0z');
export const Settings2 = drawIcon(
  'M14 17H5M19 7h-9M14 17a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM4 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
);
export const UserRound = drawIcon('M20 21a8 8 0 0 0-16 0M7 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0z');
export const UserRoundPen = drawIcon(
  'M2 21a8 8 0 0 1 10.821-7.487M21.378 16.626a1 1 0 0 0-3.004-3.004l-4.01 4.012a2 2 0 0 0-.506.854l-.837 2.87a.5.5 0 0 0 .62.62l2.87-.837a2 2 0 0 0 .854-.506zM5 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
);
