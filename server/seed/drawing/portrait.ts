/** A person's picture, put together from a description of how they look. */
import { drawGarment, drawNeck, type Garment } from './clothes.ts';
import {
  type BeardStyle,
  drawBeard,
  drawCheeks,
  drawEyes,
  drawFreckles,
  drawGlasses,
  drawLaughLines,
  drawMouth,
  drawNose,
  type EyeStyle,
  type GlassesStyle,
  type MouthStyle,
  type NoseStyle,
} from './face.ts';
import { drawHair, type HairStyle } from './hair.ts';
import { type FaceShape, makeHead, traceFace } from './head.ts';
import { HAIR_COLORS, type HairColorName, SKINS, type SkinName } from './skin.ts';
import { circle, type Drawing, drawing, gradient, group, line, mix, path, rect } from './svg.ts';

export interface Look {
  skin: SkinName;
  hair: HairStyle;
  hairColor: HairColorName;
  garment: Garment;
  /** Of the garment, and of its collar, stripes or scarf. */
  colors: readonly [string, string];
  backdrop: readonly [string, string];
  shape?: FaceShape;
  eyes?: EyeStyle;
  nose?: NoseStyle;
  mouth?: MouthStyle;
  beard?: BeardStyle;
  glasses?: GlassesStyle;
  earrings?: string;
  /** Of a hat, scarf or turban; the garment's own colour otherwise. */
  cover?: string;
  isFreckled?: boolean;
  isElder?: boolean;
  hasHearingAid?: boolean;
}

export function drawPortrait(look: Look): Drawing {
  const skin = SKINS[look.skin];
  const head = makeHead(look.shape ?? 'oval');
  const hairColor = HAIR_COLORS[look.hairColor];
  const brow =
    look.hair === 'bald' || look.hairColor === 'white'
      ? mix(hairColor, '#5A4A44', 0.4)
      : mix(hairColor, '#2B1D1A', 0.35);
  const hair = drawHair(head, look.hair, hairColor, look.cover ?? look.colors[0]);
  const [from, to] = look.backdrop;
  const areEarsCovered = look.hair === 'hijab';

  const ears = [-1, 1].map((side) => {
    const x = head.x + side * (head.half + 1);
    return (
      circle(x, 98, 7.5, skin.light) +
      line(`M${x + side * 2.5} 94q${side * -4} 1 ${side * -3} 7`, skin.shade, 2) +
      (look.earrings ? circle(x + side * 1.5, 108, 3, look.earrings) : '')
    );
  });
  const hearingAid = line(`M${head.x + head.half + 3} 91q7 2 4 11`, '#3F7F86', 3.4);

  return drawing(
    200,
    200,
    gradient('backdrop', [from, to], 'diagonal'),
    rect(0, 0, 200, 200, 'url(#backdrop)'),
    circle(150, 52, 74, mix(from, '#FFFFFF', 0.5), { opacity: 0.3 }),
    group(
      { transform: 'translate(-10 -6) scale(1.1)' },
      hair.back,
      drawNeck(head, skin),
      drawGarment(look.garment, ...look.colors),
      areEarsCovered ? '' : ears.join(''),
      path(traceFace(head), skin.light),
      drawCheeks(head, skin),
      look.isFreckled ? drawFreckles(head, skin) : '',
      look.isElder ? drawLaughLines(head, skin) : '',
      look.beard ? drawBeard(head, look.beard, hairColor) : '',
      drawNose(head, look.nose ?? 'straight', skin),
      drawMouth(head, look.mouth ?? 'smile', skin),
      drawEyes(head, look.eyes ?? 'calm', brow),
      hair.front,
      look.glasses ? drawGlasses(head, look.glasses, '#33363B') : '',
      look.hasHearingAid ? hearingAid : '',
    ),
  );
}
