/** Passwords that are guessed first, from leaked lists. Large: the app loads it when somebody types a new password. */
import { dictionary } from '@zxcvbn-ts/language-common';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Ignores case, which guessers vary. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}
