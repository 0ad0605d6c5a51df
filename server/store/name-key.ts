/** Sorts names as people expect, ignoring case and accents, whatever the database's collation is. */
export function toNameKey(fullName: string): string {
  return fullName.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
