/** Skin: the light side, what lies in shadow, the blush, and the line of nose and ears. */
export interface Skin {
  light: string;
  shade: string;
  blush: string;
  lips: string;
}

export const SKINS = {
  porcelain: { light: '#F8DCCB', shade: '#E9BCA5', blush: '#F0A394', lips: '#C56A62' },
  peach: { light: '#F3C9A8', shade: '#DDA47F', blush: '#EE9A82', lips: '#B8594F' },
  sand: { light: '#E8B78C', shade: '#CB9165', blush: '#DE8A6A', lips: '#A6503F' },
  olive: { light: '#D9A574', shade: '#B98150', blush: '#CF7B58', lips: '#99473A' },
  honey: { light: '#C68A5A', shade: '#A36A3E', blush: '#BC6748', lips: '#86392F' },
  chestnut: { light: '#9E6540', shade: '#7E4B2C', blush: '#A5523A', lips: '#6E2C26' },
  cocoa: { light: '#7A4A30', shade: '#5D3521', blush: '#8A4330', lips: '#54211F' },
  ebony: { light: '#5C3726', shade: '#432519', blush: '#713728', lips: '#3D1717' },
} as const satisfies Record<string, Skin>;
export type SkinName = keyof typeof SKINS;

export const HAIR_COLORS = {
  black: '#221C20',
  coffee: '#3B2419',
  brown: '#5E3823',
  auburn: '#8A4426',
  copper: '#C2622D',
  honey: '#B98344',
  blond: '#E0B868',
  silver: '#B9BDC4',
  white: '#E8E6E3',
  slate: '#70757E',
} as const;
export type HairColorName = keyof typeof HAIR_COLORS;
