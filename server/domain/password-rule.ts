import { DomainError } from './errors.ts';
import type { Credentials } from './ports/credentials.ts';

/** What is chosen must not be among the first guesses: rejects those with `invalid`. */
export function requireUncommon(credentials: Credentials, password: string): void {
  if (!credentials.isCommonPassword(password)) return;
  throw new DomainError(
    'invalid',
    'This password is among the most used ones, so it is quickly guessed. Choose another.',
  );
}
