/** New passwords that both ends refuse. Large, with the list: the app loads it when somebody types a new password. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that are guessed first, from leaked lists. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

const APP_NAME = /^(duet)+$/;

/** Why a new password is refused, for the person; undefined: it is not. */
export function findPasswordRefusal(
  password: string,
  person: { fullName: string; email: string },
): string | undefined {
  if (isCommonPassword(password)) return 'This password is too common. Choose another.';
  if (isNameOfSomething(password, person))
    return 'This password is your name, your email or the name of this app. Choose another.';
  return undefined;
}

/** Ignores case, which guessers vary. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}

/** Whether a password is the person's name or email, or the app's name: these are guessed first. */
function isNameOfSomething(
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
