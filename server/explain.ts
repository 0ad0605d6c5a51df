/** What a program prints when it cannot continue. */
import { ConfigError } from './config.ts';
import { DomainError, RepairNeeded } from './domain/errors.ts';

/** `EX_CONFIG` of sysexits.h: restarting is useless until a person has acted. */
const NEEDS_PERSON = 78;

/**
 * One sentence for a known problem, the whole error for an unexpected one. `failure` says what failed, for system
 * errors, which name only the call and the path.
 */
export function explain(error: unknown, failure: string): unknown {
  if (error instanceof ConfigError || error instanceof DomainError) return error.message;
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return `${failure}: ${error.message}.`;
}

/** Carries out a program other than the server. */
export async function runProgram(failure: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    console.error(explain(error, failure));
    process.exit(1);
  }
}

/** 78 if a person must act; 1 if the next try may succeed. */
export function exitCodeFor(error: unknown): number {
  return error instanceof ConfigError || error instanceof RepairNeeded ? NEEDS_PERSON : 1;
}
