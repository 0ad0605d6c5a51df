/** What is compared in place of an email: two with the same key are one account. */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
