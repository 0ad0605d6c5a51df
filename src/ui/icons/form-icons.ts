/** Icons of forms, waiting states and notifications: all screens have them. Drawings by Lucide (see LICENSE). */
import { drawIcon } from './draw-icon.ts';

export const ArrowLeft = drawIcon('M12 19l-7-7 7-7M19 12H5');
export const CircleAlert = drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM12 8V12M12 16H12.01');
export const CircleCheck = drawIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM16 9l-5.5 5.5L8 12');
export const Eye = drawIcon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
);
export const EyeOff = drawIcon(
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
);
export const LoaderCircle = drawIcon('M21 12a9 9 0 1 1-6.219-8.56');
export const X = drawIcon('M18 6 6 18M6 6l12 12');
