import { isNameOfSomething } from '../../src/protocol/password-rule.ts';
import { DomainError } from './errors.ts';
import type { Credentials } from './ports/credentials.ts';

/** Rejects new passwords that are easy to guess, with `invalid`. */
export function requireHardToGuess(
  credentials: Credentials,
  password: string,
  person: { fullName: string; email: string } | undefined,
): void {
  if (credentials.isCommonPassword(password)) {
    throw new DomainError('invalid', 'This password is too common. Choose another.');
  }
  if (isNameOfSomething(password, person ?? { fullName: '', email: '' })) {
    throw new DomainError(
      'invalid',
      'This password is your name, your email or the name of this app. Choose another.',
    );
  }
}
