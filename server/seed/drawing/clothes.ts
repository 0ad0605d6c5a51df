/** What people wear below the chin, and the neck inside it. */
import type { Head } from './head.ts';
import type { Skin } from './skin.ts';
import { circle, group, line, mix, path, tag } from './svg.ts';

export type Garment =
  | 'crew'
  | 'stripes'
  | 'vneck'
  | 'shirt'
  | 'polo'
  | 'turtleneck'
  | 'hoodie'
  | 'blazer'
  | 'dungarees'
  | 'drape'
  | 'scarf'
  | 'kurta';

const SHOULDERS =
  'M12 206C13 178 30 167 54 161L78 154Q100 172 122 154L146 161C170 167 187 178 188 206Z';

export function drawNeck(head: Head, skin: Skin): string {
  return (
    path(`M82 118h36v34q2 8 14 11q-14 20 -32 20t-32 -20q12 -3 14 -11Z`, skin.light) +
    path(`M82 122q18 26 36 4v18q-18 18 -36 2Z`, skin.shade, {
      opacity: 0.75,
      transform: `translate(0 ${head.chin - 137})`,
    })
  );
}

export function drawGarment(garment: Garment, color: string, accent: string): string {
  const deep = mix(color, '#101820', 0.22);
  const pale = mix(color, '#FFFFFF', 0.2);
  const body = path(SHOULDERS, color);
  switch (garment) {
    case 'crew':
      return body + line('M78 154Q100 174 122 154', deep, 5);
    case 'stripes':
      return (
        tag('clipPath', { id: 'body' }, path(SHOULDERS, '#000')) +
        body +
        group(
          { clip_path: 'url(#body)' },
          ...[172, 184, 196].map((y) => line(`M0 ${y}Q100 ${y + 12} 200 ${y}`, accent, 5)),
        ) +
        line('M78 154Q100 174 122 154', accent, 4)
      );
    case 'vneck':
      return (
        path(
          'M12 206C13 178 30 167 54 161L80 153L100 184L120 153L146 161C170 167 187 178 188 206Z',
          color,
        ) + line('M80 153L100 184L120 153', deep, 4.5)
      );
    case 'shirt':
      return (
        body +
        path('M79 152L100 172L88 186L68 160Z', pale) +
        path('M121 152L100 172L112 186L132 160Z', pale) +
        line('M100 173V206', deep, 1.6) +
        circle(100, 184, 1.8, deep) +
        circle(100, 197, 1.8, deep)
      );
    case 'polo':
      return (
        body +
        path('M79 152L100 168L90 180L70 159Z', accent) +
        path('M121 152L100 168L110 180L130 159Z', accent) +
        line('M100 168V190', deep, 2)
      );
    case 'turtleneck':
      return (
        body +
        path('M78 143Q100 156 122 143L126 160Q100 178 74 160Z', pale) +
        line('M76 152Q100 168 124 152', deep, 1.6, { opacity: 0.5 })
      );
    case 'hoodie':
      return (
        path(
          'M60 164C64 146 82 144 84 146Q100 166 116 146C118 144 136 146 140 164Q100 196 60 164Z',
          deep,
        ) +
        path(
          'M12 206C13 178 30 167 54 161L66 158Q100 200 134 158L146 161C170 167 187 178 188 206Z',
          color,
        ) +
        line('M86 182v14M114 182v14', accent, 2.6)
      );
    case 'blazer':
      return (
        path('M70 156L100 206L130 156Q100 172 70 156Z', accent) +
        path('M12 206C13 178 30 167 54 161L76 154L100 206Z', color) +
        path('M188 206C187 178 170 167 146 161L124 154L100 206Z', color) +
        path('M76 154L62 172L74 178L98 206Z', deep) +
        path('M124 154L138 172L126 178L102 206Z', deep)
      );
    case 'dungarees':
      return (
        path(SHOULDERS, accent) +
        path('M62 188Q100 194 138 188L144 206H56Z', color) +
        line('M60 161L66 192M140 161L134 192', color, 10) +
        circle(67, 190, 3, '#F2CE72') +
        circle(133, 190, 3, '#F2CE72')
      );
    case 'drape':
      return (
        path(SHOULDERS, accent) +
        path('M54 161L80 154Q94 184 150 206H12C13 178 30 167 54 161Z', color) +
        line('M80 154Q94 184 150 206', '#F2CE72', 3.5) +
        line('M66 160Q78 186 122 206M46 165Q56 188 92 206', deep, 1.6, { opacity: 0.6 })
      );
    case 'scarf':
      return (
        body +
        path('M70 142Q100 162 130 142Q140 160 128 172Q100 188 72 172Q60 158 70 142Z', accent) +
        path('M112 168q14 4 16 38h-22q4 -20 -6 -34Z', mix(accent, '#101820', 0.12)) +
        line('M76 154Q100 172 126 156', mix(accent, '#101820', 0.25), 2)
      );
    case 'kurta':
      return (
        body +
        path('M76 148Q100 168 124 148L127 158Q100 180 73 158Z', accent) +
        line('M100 172V206', accent, 4) +
        [182, 194].map((y) => circle(100, y, 2, '#F2CE72')).join('')
      );
  }
}
