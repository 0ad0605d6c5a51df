/** Texts of fields: not part of the first screen of a signed-in person. */
export const texts = {
  showPassword: 'Show password',
  charactersLeft: (left: number): string =>
    left === 1 ? '1 character left' : `${left} characters left`,
  charactersTooMany: (over: number): string =>
    over === 1 ? '1 character over the limit' : `${over} characters over the limit`,
  tooLong: (limit: number): string => `Use at most ${limit} characters.`,
} as const;
