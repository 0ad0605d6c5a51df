/** What a program that cannot go on says to the person who runs it. */
import { ConfigError } from './config.ts';
import { DomainError } from './domain/errors.ts';

/**
 * One sentence for what a person can put right; the whole error for what nobody foresaw. `failure` is what did
 * not come about, for errors of the system, which name no more than the call and the place.
 */
export function explain(error: unknown, failure: string): unknown {
  if (error instanceof ConfigError || error instanceof DomainError) return error.message;
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return `${failure}: ${error.message}.`;
}
