import { DomainError } from '../domain/errors.ts';

/** What a call is answered that has to wait: 429 with `Retry-After`. */
export function refuse(waitMs: number): DomainError {
  const retryAfter = Math.ceil(waitMs / 1000);
  return new DomainError('tooMany', `That was too often. Try again in ${retryAfter} s.`, {
    retryAfter,
  });
}
