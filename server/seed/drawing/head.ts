/**
 * The proportions that all parts of a portrait share. A portrait is 200 units square and is shown
 * as a circle, so nothing that matters lies in its corners.
 */
export interface Head {
  /** Middle of the face, from left to right. */
  x: number;
  top: number;
  /** Height of the eyes. */
  eyes: number;
  chin: number;
  /** Half the width of the face at the cheeks. */
  half: number;
  /** Half the width of the chin. */
  jaw: number;
}

export type FaceShape = 'oval' | 'round' | 'long' | 'square';

const SHAPES: Record<FaceShape, { half: number; jaw: number; chin: number }> = {
  oval: { half: 37, jaw: 17, chin: 137 },
  round: { half: 40, jaw: 21, chin: 134 },
  long: { half: 35.5, jaw: 16, chin: 141 },
  square: { half: 38, jaw: 24, chin: 138 },
};

export function makeHead(shape: FaceShape): Head {
  return { x: 100, top: 44, eyes: 95, ...SHAPES[shape] };
}

/** The outline of the face, from the left temple over the top and the chin. */
export function traceFace({ x, top, chin, half, jaw }: Head): string {
  const left = x - half;
  const right = x + half;
  return [
    `M${left} 88C${left} 62 ${x - half * 0.62} ${top} ${x} ${top}`,
    `C${x + half * 0.62} ${top} ${right} 62 ${right} 88`,
    `C${right} 108 ${x + jaw + 9} ${chin} ${x} ${chin}`,
    `C${x - jaw - 9} ${chin} ${left} 108 ${left} 88Z`,
  ].join('');
}
