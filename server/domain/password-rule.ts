import { findPasswordRefusal } from '../../src/protocol/password-rule.ts';
import { DomainError } from './errors.ts';

/** Rejects new passwords that are easy to guess, with `invalid`. */
export function requireHardToGuess(
  password: string,
  person: { fullName: string; email: string } = { fullName: '', email: '' },
): void {
  const refusal = findPasswordRefusal(password, person);
  if (refusal !== undefined) throw new DomainError('invalid', refusal);
}
