/** New passwords that both ends refuse; `common-passwords.ts` has the list. */

export const PASSWORD_REFUSALS = {
  common: 'This password is too common. Choose another.',
  isName: 'This password is your name, your email or the name of this app. Choose another.',
} as const;

const APP_NAME = /^(duet)+$/;

/** Whether a password is the person's name or email, or the app's name: these are guessed first. */
export function isNameOfSomething(
  password: string,
  { fullName, email }: { fullName: string; email: string },
): boolean {
  const core = toCore(password);
  const names = [fullName, email, email.split('@')[0] ?? ''].map(toCore);
  return (core !== '' && names.includes(core)) || APP_NAME.test(core);
}

/** Removes what guessers vary: case, and characters between words. */
function toCore(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
