import { DomainError } from './errors.ts';
import type { Credentials } from './ports/credentials.ts';

const APP_NAME = /^(duet)+$/;

/** What is chosen must not be among the first guesses: rejects those with `invalid`. */
export function requireHardToGuess(
  credentials: Credentials,
  password: string,
  person: { fullName: string; email: string } | undefined,
): void {
  if (credentials.isCommonPassword(password)) {
    throw new DomainError(
      'invalid',
      'This password is among the most used ones, so it is quickly guessed. Choose another.',
    );
  }
  const { fullName = '', email = '' } = person ?? {};
  const core = toCore(password);
  const names = [fullName, email, email.split('@')[0] ?? ''].map(toCore);
  if ((core !== '' && names.includes(core)) || APP_NAME.test(core)) {
    throw new DomainError(
      'invalid',
      'This password is your name or email, or the name of this app, so it is quickly guessed. Choose another.',
    );
  }
}

/** Without what guessers vary: case, and what stands between words. */
function toCore(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
