/** The form in which emails are compared: two with the same key belong to one account. */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
