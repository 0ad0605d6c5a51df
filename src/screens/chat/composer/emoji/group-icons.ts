/** Icons of the groups of emoji. Drawings by Lucide (see `ui/icons/LICENSE`). */

import { drawIcon } from '../../../../ui/icons/draw-icon.ts';
import { Clock3 } from '../../../../ui/icons/home-icons.ts';
import { Smile } from '../../../../ui/icons/later-icons.ts';

const Hand = drawIcon(
  'M18 11V6a2 2 0 0 0-2-2a2 2 0 0 0-2 2M14 10V4a2 2 0 0 0-2-2a2 2 0 0 0-2 2v2M10 10.5V6a2 2 0 0 0-2-2a2 2 0 0 0-2 2v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15',
);
const PawPrint = drawIcon(
  'M9 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM16 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM18 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM9 10a5 5 0 0 1 5 5v3.5a3.5 3.5 0 0 1-6.84 1.045Q6.52 17.48 4.46 16.84A3.5 3.5 0 0 1 5.5 10Z',
);
const Apple = drawIcon(
  'M12 6.528V3a1 1 0 0 1 1-1h0M18.237 21A15 15 0 0 0 22 11a6 6 0 0 0-10-4.472A6 6 0 0 0 2 11a15.1 15.1 0 0 0 3.763 10 3 3 0 0 0 3.648.648 5.5 5.5 0 0 1 5.178 0A3 3 0 0 0 18.237 21',
);
const Plane = drawIcon(
  'M17.8 19.2 16 11l3.5-3.5C21 6 21.5 4 21 3c-1-.5-3 0-4.5 1.5L13 8 4.8 6.2c-.5-.1-.9.1-1.1.5l-.3.5c-.2.5-.1 1 .3 1.3L9 12l-2 3H4l-1 1 3 2 2 3 1-1v-3l3-2 3.5 5.3c.3.4.8.5 1.3.3l.5-.2c.4-.3.6-.7.5-1.2z',
);
const Volleyball = drawIcon(
  'M11 7a16 16 20 0 1 10.98 4.362M12 12a13 13 0 0 1-8.66 5M16.83 13.634a16 16 0 0 1-9.267 7.328M20.66 17A13 13 0 0 0 12 12a13 13 0 0 1 0-10M8.17 15.366a16 16 0 0 1-1.713-11.69M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0z',
);
const Lightbulb = drawIcon(
  'M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4',
);
const Hash = drawIcon('M4 9H20M4 15H20M10 3 8 21M16 3 14 21');
const Flag = drawIcon(
  'M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528',
);

export const RecentIcon = Clock3;
/** In the order of the groups. */
export const GROUP_ICONS = [
  Smile,
  Hand,
  PawPrint,
  Apple,
  Plane,
  Volleyball,
  Lightbulb,
  Hash,
  Flag,
] as const;
