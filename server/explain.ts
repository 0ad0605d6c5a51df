/** What a program that cannot go on says to the person who runs it. */
import { ConfigError } from './config.ts';
import { DomainError, RepairNeeded } from './domain/errors.ts';

/** `EX_CONFIG` of sysexits.h: to start again changes nothing before a person has. */
const NEEDS_PERSON = 78;

/**
 * One sentence for what a person can put right; the whole error for what nobody foresaw. `failure` is what did
 * not come about, for errors of the system, which name no more than the call and the place.
 */
export function explain(error: unknown, failure: string): unknown {
  if (error instanceof ConfigError || error instanceof DomainError) return error.message;
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return `${failure}: ${error.message}.`;
}

/** 78 for what only a person can put right; 1 for what may be over at the next try. */
export function exitCodeFor(error: unknown): number {
  return error instanceof ConfigError || error instanceof RepairNeeded ? NEEDS_PERSON : 1;
}
