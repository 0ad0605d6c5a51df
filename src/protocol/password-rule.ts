/** What both ends refuse as a password without a list of common ones. */

const APP_NAME = /^(duet)+$/;

/** Whether a password is the person's name or email, or the name of the app: among the first guesses. */
export function isNameOfSomething(
  password: string,
  { fullName, email }: { fullName: string; email: string },
): boolean {
  const core = toCore(password);
  const names = [fullName, email, email.split('@')[0] ?? ''].map(toCore);
  return (core !== '' && names.includes(core)) || APP_NAME.test(core);
}

/** Without what guessers vary: case, and what stands between words. */
function toCore(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
