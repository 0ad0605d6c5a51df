/** Sorts names as people expect (without regard to case and accents), whatever the database collates. */
export function toNameKey(fullName: string): string {
  return fullName.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
