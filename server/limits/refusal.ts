import { DomainError } from '../domain/errors.ts';

/** The error for a call that must wait: 429 with `Retry-After`. */
export function refuse(waitMs: number): DomainError {
  const retryAfter = Math.ceil(waitMs / 1000);
  return new DomainError('tooMany', `That was too often. Try again in ${retryAfter} s.`, {
    retryAfter,
  });
}
