/** How the work of a thread has ended, as a message to the main thread: errors lose their class on the way. */
import { DomainError, type ErrorCode } from './errors.ts';

export type Outcome = { kind: 'done'; result: unknown } | Failure;

/** Details are for the log. */
type Failure =
  | {
      /** A DomainError. */
      kind: 'refused';
      code: ErrorCode;
      message: string;
      detail?: string;
      isOutcomeUnknown?: boolean;
    }
  /** An unexpected error. */
  | { kind: 'failed'; detail: string };

export function toFailure(error: unknown): Failure {
  if (!(error instanceof DomainError)) return { kind: 'failed', detail: describe(error) };
  const { code, message, cause, isOutcomeUnknown } = error;
  const detail = cause === undefined ? {} : { detail: describe(cause) };
  return { kind: 'refused', code, message, isOutcomeUnknown, ...detail };
}

export function toError(failure: Failure | undefined): Error {
  if (failure?.kind !== 'refused') {
    return new Error('A thread could not do its work.', { cause: failure?.detail });
  }
  const { code, message, detail, isOutcomeUnknown = false } = failure;
  const cause = detail === undefined ? {} : { cause: detail };
  return new DomainError(code, message, { isOutcomeUnknown, ...cause });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
