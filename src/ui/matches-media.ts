/** Whether a media query holds now: one of `media.ts`, as css objects take them. */
export const matchesMedia = (query: string): boolean =>
  matchMedia(query.replace('@media ', '')).matches;
