/** By the number that the data set of emoji gives them. */
export const SKIN_TONES = [
  'none',
  'light',
  'medium-light',
  'medium',
  'medium-dark',
  'dark',
] as const;
