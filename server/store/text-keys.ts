/** Forms of a text that are compared instead of it, kept in columns of their own. */

/** Two addresses with the same key are one account. */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** Sorts names as people expect (without regard to case and accents), whatever the database collates. */
export function toNameKey(fullName: string): string {
  return fullName.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
