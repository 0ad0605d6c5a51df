/**
 * Hair and what is worn over it, in two layers: `back` lies behind neck and shoulders, `front` over
 * the forehead. `cover` is the colour of a hat or scarf.
 */
import type { Head } from './head.ts';
import { circle, ellipse, line, mix, path } from './svg.ts';

export type HairStyle =
  | 'crop'
  | 'sidePart'
  | 'quiff'
  | 'curls'
  | 'afro'
  | 'bob'
  | 'fringe'
  | 'long'
  | 'waves'
  | 'bun'
  | 'ponytail'
  | 'plaits'
  | 'locs'
  | 'pixie'
  | 'receding'
  | 'bald'
  | 'hijab'
  | 'turban'
  | 'beanie'
  | 'brim';

interface Layers {
  back: string;
  front: string;
}

export function drawHair(head: Head, style: HairStyle, color: string, cover: string): Layers {
  const { x, half } = head;
  const left = x - half;
  const right = x + half;
  const sheen = mix(color, '#FFFFFF', 0.16);
  const shade = mix(color, '#000000', 0.22);
  const deepCover = mix(cover, '#101820', 0.2);

  /** The skull with hair on it; `hairline` is the way back from the right ear to the left. */
  const cap = (rise: number, hairline: string, low = 90) =>
    path(
      `M${left - 3} ${low}C${left - 6} 58 ${x - 26} ${44 - rise} ${x} ${44 - rise}` +
        `C${x + 26} ${44 - rise} ${right + 6} 58 ${right + 3} ${low}${hairline}Z`,
      color,
    );
  const parted = `C${right - 3} 80 ${right - 10} 70 ${x + 14} 62C${x - 2} 72 ${left + 6} 72 ${left - 3} 90`;

  switch (style) {
    case 'crop':
      return {
        back: '',
        front: cap(
          6,
          `L${right - 4} 78Q${right - 8} 66 ${x} 64Q${left + 8} 66 ${left + 4} 78L${left - 3} 90`,
        ),
      };
    case 'sidePart':
      return {
        back: '',
        front:
          cap(
            9,
            `L${right - 4} 80Q${right - 4} 70 ${x + 22} 62Q${x - 6} 74 ${left + 6} 68L${left + 3} 84L${left - 3} 90`,
          ) + line(`M${x + 20} 60Q${x + 12} 46 ${x - 4} 42`, sheen, 2.4),
      };
    case 'quiff':
      return {
        back: '',
        front:
          cap(
            6,
            `L${right - 4} 80Q${right - 6} 70 ${x + 20} 66Q${x} 62 ${left + 8} 70L${left + 3} 80L${left - 3} 90`,
          ) +
          path(
            `M${left + 4} 66C${left} 40 ${x - 10} 28 ${x + 12} 30C${x + 32} 30 ${x + 34} 44 ${right - 6} 66C${x + 16} 54 ${x - 8} 58 ${left + 4} 66Z`,
            color,
          ) +
          line(`M${left + 14} 54Q${x - 6} 36 ${x + 18} 40`, sheen, 2.4),
      };
    case 'curls': {
      const spots = [
        [-36, 78, 11],
        [-38, 62, 13],
        [-30, 48, 14],
        [-16, 39, 14],
        [0, 36, 15],
        [16, 39, 14],
        [30, 48, 14],
        [38, 62, 13],
        [36, 78, 11],
        [-18, 56, 13],
        [0, 54, 13],
        [18, 57, 12],
      ] as const;
      return {
        back: '',
        front:
          spots.map(([dx, y, r]) => circle(x + dx, y, r, color)).join('') +
          spots
            .slice(1, 8)
            .map(([dx, y, r]) =>
              line(`M${x + dx - r / 2} ${y}q${r / 2} ${-r * 0.7} ${r} 0`, sheen, 2),
            )
            .join(''),
      };
    }
    case 'afro': {
      const tufts = Array.from({ length: 15 }, (_, index) => {
        const turn = Math.PI * (0.98 + (index / 14) * 1.04);
        return circle(x + Math.cos(turn) * 50, 80 + Math.sin(turn) * 46, 17, color);
      });
      return {
        back: ellipse(x, 80, 54, 50, color) + tufts.join(''),
        front: cap(
          10,
          `Q${right - 2} 74 ${x + 18} 66Q${x} 60 ${x - 18} 66Q${left + 2} 74 ${left - 3} 90`,
        ),
      };
    }
    case 'bob':
      return {
        back: path(
          `M${left - 12} 130C${left - 18} 70 ${left + 4} 34 ${x} 34S${right + 18} 70 ${right + 12} 130Q${right - 2} 144 ${x} 142Q${left + 2} 144 ${left - 12} 130Z`,
          color,
        ),
        front:
          cap(10, parted) +
          path(`M${left - 3} 84q-8 30 -6 50q10 2 14 -6q-8 -20 -5 -46Z`, color) +
          path(`M${right + 3} 84q8 30 6 50q-10 2 -14 -6q8 -20 5 -46Z`, color) +
          line(`M${x + 14} 60Q${x} 44 ${x - 18} 46`, sheen, 2.6),
      };
    case 'fringe':
      return {
        back: path(
          `M${left - 9} 168C${left - 20} 80 ${left} 34 ${x} 34S${right + 20} 80 ${right + 9} 168Q${x} 178 ${left - 9} 168Z`,
          color,
        ),
        front:
          cap(
            10,
            `L${right - 2} 82Q${right - 6} 82 ${right - 10} 80Q${x} 88 ${left + 10} 80Q${left + 6} 82 ${left + 2} 82L${left - 3} 90`,
          ) +
          path(`M${left - 3} 80q-10 40 -4 76q8 2 11 -4q-8 -34 -4 -72Z`, color) +
          path(`M${right + 3} 80q10 40 4 76q-8 2 -11 -4q8 -34 4 -72Z`, color) +
          line(
            `M${x - 16} 80q-4 -14 2 -26M${x + 2} 83q-1 -14 1 -26M${x + 20} 80q1 -14 -5 -26`,
            shade,
            1.8,
            { opacity: 0.7 },
          ),
      };
    case 'long':
      return {
        back: path(
          `M${left - 12} 190C${left - 26} 96 ${left - 2} 32 ${x} 32S${right + 26} 96 ${right + 12} 190Z`,
          shade,
        ),
        front:
          cap(12, parted) +
          path(
            `M${left - 3} 80C${left - 16} 120 ${left - 14} 160 ${left - 14} 192C${left - 2} 196 ${left + 4} 186 ${left + 4} 178C${left - 6} 150 ${left - 2} 110 ${left + 4} 84Z`,
            color,
          ) +
          path(
            `M${right + 3} 80C${right + 16} 120 ${right + 14} 160 ${right + 14} 192C${right + 2} 196 ${right - 4} 186 ${right - 4} 178C${right + 6} 150 ${right + 2} 110 ${right - 4} 84Z`,
            color,
          ) +
          line(`M${x + 14} 60Q${x - 2} 42 ${x - 20} 46`, sheen, 2.6),
      };
    case 'waves':
      return {
        back: path(
          `M${x} 32C${left} 30 ${left - 18} 60 ${left - 12} 88C${left - 26} 100 ${left - 22} 118 ${left - 14} 124C${left - 26} 138 ${left - 20} 158 ${left - 8} 164` +
            `Q${x} 176 ${right + 8} 164C${right + 20} 158 ${right + 26} 138 ${right + 14} 124C${right + 22} 118 ${right + 26} 100 ${right + 12} 88C${right + 18} 60 ${right} 30 ${x} 32Z`,
          color,
        ),
        front:
          cap(
            12,
            `C${right - 2} 78 ${right - 12} 66 ${x + 4} 58C${x - 14} 60 ${left + 4} 72 ${left - 3} 90`,
          ) +
          line(
            `M${left - 8} 96q-8 10 0 22M${right + 8} 96q8 10 0 22M${x} 58q-12 -12 -24 -6`,
            sheen,
            2.4,
          ),
      };
    case 'bun':
      return {
        back: circle(x, 28, 19, color) + line(`M${x - 11} 26q10 -10 22 -2`, sheen, 2.4),
        front:
          cap(8, `Q${right - 6} 68 ${x} 60Q${left + 6} 68 ${left - 3} 90`, 88) +
          line(`M${x - 20} 56Q${x} 44 ${x + 20} 56`, sheen, 2),
      };
    case 'ponytail':
      return {
        back: path(
          `M${right - 14} 50C${right + 30} 40 ${right + 34} 96 ${right + 14} 150C${right + 12} 120 ${right + 8} 90 ${right - 10} 70Z`,
          shade,
        ),
        front: cap(9, parted, 88) + line(`M${x + 14} 60Q${x - 2} 44 ${x - 18} 47`, sheen, 2.4),
      };
    case 'plaits': {
      const plait = (side: number) =>
        [0, 1, 2, 3, 4]
          .map((step) =>
            ellipse(
              x + side * (half + 6 + step * 1.5),
              112 + step * 15,
              9.5,
              10,
              step % 2 ? shade : color,
            ),
          )
          .join('') + circle(x + side * (half + 13), 183, 4, cover);
      return {
        back: path(
          `M${left - 6} 116C${left - 14} 70 ${left} 34 ${x} 34S${right + 14} 70 ${right + 6} 116Z`,
          shade,
        ),
        front:
          plait(-1) +
          plait(1) +
          cap(10, `Q${right - 4} 72 ${x} 56Q${left + 4} 72 ${left - 3} 90`, 100) +
          line(`M${x} 36V56`, shade, 1.8),
      };
    }
    case 'locs': {
      const locs = Array.from({ length: 12 }, (_, index) => {
        const side = index < 6 ? -1 : 1;
        const step = index % 6;
        const from = x + side * (10 + step * 6);
        const to = x + side * (half + 2 + step * 4);
        return line(
          `M${from} 46C${to} 60 ${to + side * 4} 100 ${to - side * 2} ${172 - step * 8}`,
          step % 2 ? color : shade,
          8,
        );
      });
      return {
        back: locs.join(''),
        front:
          cap(
            10,
            `Q${right - 4} 74 ${x + 20} 66Q${x} 60 ${x - 20} 66Q${left + 4} 74 ${left - 3} 90`,
          ) +
          line(
            `M${x - 26} 64Q${x - 18} 46 ${x - 6} 38M${x - 6} 62Q${x - 4} 48 ${x} 37M${x + 14} 62Q${x + 12} 48 ${x + 6} 38M${x + 28} 66Q${x + 24} 50 ${x + 14} 42`,
            sheen,
            2,
          ),
      };
    }
    case 'pixie':
      return {
        back: '',
        front:
          cap(
            10,
            `L${right - 3} 92Q${right - 4} 74 ${right - 10} 68Q${x + 10} 82 ${left + 10} 78Q${left + 5} 82 ${left + 4} 94L${left - 3} 98`,
            96,
          ) +
          line(
            `M${right - 12} 66Q${x + 4} 52 ${x - 18} 62M${right - 20} 56Q${x} 44 ${x - 14} 50`,
            sheen,
            2.2,
          ),
      };
    case 'receding':
      return {
        back: '',
        front: [-1, 1]
          .map((side) =>
            path(
              `M${x + side * (half + 3)} 94C${x + side * (half + 7)} 72 ${x + side * 34} 52 ${x + side * 22} 48C${x + side * 28} 62 ${x + side * (half - 6)} 70 ${x + side * (half - 4)} 84Z`,
              color,
            ),
          )
          .join(''),
      };
    case 'bald':
      return {
        back: '',
        front: line(`M${x + 8} 52q12 3 17 13`, '#FFFFFF', 3.4, { opacity: 0.32 }),
      };
    case 'hijab':
      return {
        back: ellipse(x, 110, half + 6, 46, deepCover),
        front:
          path(
            `M${x} 29C${left - 10} 29 ${left - 14} 70 ${left - 9} 104C${left - 6} 134 ${left - 26} 150 ${left - 34} 172Q${x - 20} 200 ${x} 198Q${x + 20} 200 ${right + 34} 172C${right + 26} 150 ${right + 6} 134 ${right + 9} 104C${right + 14} 70 ${right + 10} 29 ${x} 29Z` +
              `M${x} 57C${x + 30} 57 ${right} 78 ${right - 2} 96C${right - 3} 124 ${x + 22} 139 ${x} 139C${x - 22} 139 ${left + 3} 124 ${left + 2} 96C${left} 78 ${x - 30} 57 ${x} 57Z`,
            cover,
            { fill_rule: 'evenodd' },
          ) +
          line(
            `M${left - 2} 122C${left + 8} 150 ${x + 8} 158 ${right + 10} 166M${left - 10} 140C${left + 4} 168 ${x} 176 ${x + 30} 184M${right + 2} 122Q${right - 6} 144 ${x + 14} 150`,
            deepCover,
            2.4,
          ) +
          line(`M${x - 24} 48Q${x} 37 ${x + 26} 50`, mix(cover, '#FFFFFF', 0.35), 2.2),
      };
    case 'turban':
      return {
        back: '',
        front:
          path(
            `M${left - 6} 78C${left - 22} 34 ${x - 34} 16 ${x} 15S${right + 22} 34 ${right + 6} 78Q${right - 12} 66 ${x} 60Q${left + 12} 66 ${left - 6} 78Z`,
            cover,
          ) +
          line(
            `M${left - 7} 64Q${x - 6} 50 ${x + 34} 22M${left - 10} 50Q${x - 14} 40 ${x + 18} 16M${right + 6} 66Q${x + 22} 48 ${x + 6} 44M${right + 10} 48Q${x + 32} 34 ${x + 24} 31`,
            deepCover,
            2.2,
          ),
      };
    case 'beanie':
      return {
        back: '',
        front:
          path(
            `M${left - 3} 92q-3 -16 0 -22h${2 * half + 6}q3 6 0 22l-5 -8q0 -6 -2 -10h${-2 * half + 8}q-2 4 -2 10Z`,
            color,
          ) +
          path(
            `M${left - 5} 66C${left - 4} 30 ${x - 22} 20 ${x} 20S${right + 4} 30 ${right + 5} 66Z`,
            cover,
          ) +
          path(
            `M${left - 8} 58Q${x} 48 ${right + 8} 58q3 8 0 16Q${x} 64 ${left - 8} 74q-3 -8 0 -16Z`,
            deepCover,
          ) +
          circle(x, 18, 8, mix(cover, '#FFFFFF', 0.35)),
      };
    case 'brim':
      return {
        back: path(
          `M${left - 8} 150C${left - 16} 90 ${left} 50 ${x} 50S${right + 16} 90 ${right + 8} 150Q${x} 160 ${left - 8} 150Z`,
          color,
        ),
        front:
          path(
            `M${left - 3} 100q-4 -20 2 -32l10 2q-10 10 -12 30ZM${right + 3} 100q4 -20 -2 -32l-10 2q10 10 12 30Z`,
            color,
          ) +
          path(
            `M${left + 2} 62C${left + 2} 22 ${x - 20} 20 ${x} 22S${right - 2} 22 ${right - 2} 62Z`,
            cover,
          ) +
          path(
            `M${left - 26} 66Q${x} 44 ${right + 26} 66Q${right + 8} 78 ${x} 70Q${left - 8} 78 ${left - 26} 66Z`,
            mix(cover, '#FFFFFF', 0.12),
          ) +
          line(`M${left + 3} 57Q${x} 48 ${right - 3} 57`, deepCover, 6),
      };
  }
}
