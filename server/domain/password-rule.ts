import { isNameOfSomething, PASSWORD_REFUSALS } from '../../src/protocol/password-rule.ts';
import { DomainError } from './errors.ts';
import type { Credentials } from './ports/credentials.ts';

/** Rejects new passwords that are easy to guess, with `invalid`. */
export function requireHardToGuess(
  credentials: Credentials,
  password: string,
  person: { fullName: string; email: string } | undefined,
): void {
  if (credentials.isCommonPassword(password)) {
    throw new DomainError('invalid', PASSWORD_REFUSALS.common);
  }
  if (isNameOfSomething(password, person ?? { fullName: '', email: '' })) {
    throw new DomainError('invalid', PASSWORD_REFUSALS.isName);
  }
}
