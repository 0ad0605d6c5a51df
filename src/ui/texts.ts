/** Texts of components that all screens share. */
export const texts = {
  app: 'Duet',
} as const;
