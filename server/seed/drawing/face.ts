/** Eyes, brows, nose, mouth, and what people wear on the face. */
import type { Head } from './head.ts';
import type { Skin } from './skin.ts';
import { circle, ellipse, group, line, path, rect } from './svg.ts';

export type EyeStyle = 'calm' | 'smiling' | 'bright';
export type MouthStyle = 'smile' | 'laugh' | 'gentle' | 'wry';
export type NoseStyle = 'button' | 'straight' | 'broad';
export type BeardStyle = 'stubble' | 'full' | 'moustache' | 'goatee' | 'long';
export type GlassesStyle = 'round' | 'square' | 'half';

const INK = '#2B1D1A';

export function drawEyes(head: Head, style: EyeStyle, brow: string): string {
  const apart = head.half * 0.41;
  const sides = [-1, 1].map((side) => {
    const x = head.x + side * apart;
    const y = head.eyes;
    const arch = line(
      `M${x - 7} ${y - 10 + (side < 0 ? 1.5 : 0)}q${7 - side} -5 14 ${side < 0 ? -1.5 : 1.5}`,
      brow,
      3,
    );
    if (style === 'smiling') return arch + line(`M${x - 5.5} ${y + 1}q5.500 -6 11 0`, INK, 3);
    if (style === 'calm') return arch + ellipse(x, y, 3.3, 3.9, INK);
    return (
      arch +
      ellipse(x, y, 6.2, 4.6, '#FDFBF8') +
      circle(x, y, 3.8, INK) +
      circle(x + 1.2, y - 1.4, 1.2, '#FFFFFF') +
      line(`M${x - 6.2} ${y - 1.2}q6.200 -5.600 12.400 0`, INK, 1.8)
    );
  });
  return sides.join('');
}

export function drawNose(head: Head, style: NoseStyle, skin: Skin): string {
  const { x } = head;
  if (style === 'button') return line(`M${x - 4} 108q4 4 8 0`, skin.shade, 2.8);
  if (style === 'broad') return line(`M${x - 7} 107q1 4 4 3q3 2 6 0q3 1 4 -3`, skin.shade, 2.8);
  return line(`M${x - 1} 95q-4 8 -4.500 12q.5 3 6 2`, skin.shade, 2.8);
}

export function drawMouth(head: Head, style: MouthStyle, skin: Skin): string {
  const { x } = head;
  const y = head.chin - 17.5;
  if (style === 'laugh') {
    return (
      path(`M${x - 12} ${y - 3}q12 3 24 0q-1 13 -12 13t-12 -13Z`, '#6B2326') +
      path(`M${x - 10.4} ${y - 2.4}q10.400 2.400 20.800 0l-1.400 4.200q-9 2 -18 0Z`, '#FFFDF9')
    );
  }
  if (style === 'gentle') return line(`M${x - 8} ${y}q8 5 16 0`, skin.lips, 3.2);
  if (style === 'wry') return line(`M${x - 9} ${y + 1}q10 5 18 -4`, skin.lips, 3.2);
  return line(`M${x - 11} ${y - 1}q11 9.500 22 0`, skin.lips, 3.4);
}

export function drawCheeks(head: Head, skin: Skin): string {
  const apart = head.half * 0.62;
  return [-1, 1]
    .map((side) => ellipse(head.x + side * apart, 110, 7, 4.8, skin.blush, { opacity: 0.42 }))
    .join('');
}

export function drawFreckles(head: Head, skin: Skin): string {
  const spots = [-24, -19, -15, -21, 15, 20, 24, 19].map((dx, index) =>
    circle(head.x + dx, 105 + ((index * 5) % 8), 1.2, skin.shade),
  );
  return spots.join('');
}

/** The fine lines of a long and mostly cheerful life. */
export function drawLaughLines(head: Head, skin: Skin): string {
  const { x, half, chin } = head;
  const sides = [-1, 1].map(
    (side) =>
      line(`M${x + side * 15} ${chin - 28}q${side * 5} 5 ${side * 3} 12`, skin.shade, 1.8) +
      line(
        `M${x + side * (half - 7)} 97l${side * 4} -2m${side * -4} 5l${side * 4} 1`,
        skin.shade,
        1.5,
      ),
  );
  return sides.join('') + line(`M${x - 13} 71q13 -3 26 0`, skin.shade, 1.6);
}

export function drawBeard(head: Head, style: BeardStyle, color: string): string {
  const { x, half, jaw, chin } = head;
  const mouth = chin - 17.5;
  const moustache = path(`M${x} ${mouth - 7}q-9 -3 -15 6q8 1 15 -2q7 3 15 2q-6 -9 -15 -6Z`, color);
  if (style === 'moustache') return moustache;
  if (style === 'goatee') {
    return moustache + path(`M${x - 9} ${chin - 9}q9 -4 18 0q0 13 -9 14q-9 -1 -9 -14Z`, color);
  }
  const grown = style === 'long' ? 24 : style === 'full' ? 6 : 0.5;
  const around = [
    `M${x - half - 0.5} 92`,
    `C${x - half - 1} ${chin - 20} ${x - jaw - 10} ${chin + grown} ${x} ${chin + grown}`,
    `C${x + jaw + 10} ${chin + grown} ${x + half + 1} ${chin - 20} ${x + half + 0.5} 92`,
    `C${x + half - 5} 104 ${x + 22} ${mouth - 10} ${x + 13} ${mouth - 8}`,
    `Q${x} ${mouth - 11} ${x - 13} ${mouth - 8}`,
    `C${x - 22} ${mouth - 10} ${x - half + 5} 104 ${x - half - 0.5} 92Z`,
  ].join('');
  if (style === 'stubble') return path(around, color, { opacity: 0.26 });
  return path(around, color) + moustache;
}

export function drawGlasses(head: Head, style: GlassesStyle, color: string): string {
  const apart = head.half * 0.41;
  const y = head.eyes;
  const lens = { fill_opacity: 0.09, stroke: color, stroke_width: 2.6 };
  const lenses = [-1, 1].map((side) => {
    const x = head.x + side * apart;
    if (style === 'round') return circle(x, y, 11.5, '#FFFFFF', lens);
    if (style === 'square') return rect(x - 12, y - 9, 24, 19, '#FFFFFF', { rx: 5, ...lens });
    return path(`M${x - 11} ${y + 2}h22q0 11 -11 11t-11 -11Z`, '#FFFFFF', lens);
  });
  const bridge = line(`M${head.x - apart + 12} ${y}q3.500 -3 ${2 * apart - 24} 0`, color, 2.6);
  const arms = [-1, 1].map((side) =>
    line(
      `M${head.x + side * (apart + 12)} ${y - 1}L${head.x + side * (head.half + 1)} ${y - 4}`,
      color,
      2.4,
    ),
  );
  return group({}, ...lenses, bridge, ...arms);
}
