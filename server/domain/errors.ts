/**
 * Errors by meaning. `http/error-handler.ts` maps each code to an HTTP status; the message is a sentence for people.
 */

export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'wrongCredentials'
  /** The password is needed again, since the session may be stolen. */
  | 'passwordNeeded'
  | 'notFound'
  /** Somebody else may do it, or this person under other circumstances. */
  | 'forbidden'
  /** What the call names was changed meanwhile. */
  | 'outdated'
  | 'emailTaken'
  | 'keyReused'
  | 'tooLarge'
  | 'tooMany'
  /** No room for pictures; texts are still accepted. */
  | 'noRoom'
  | 'busy'
  | 'storageUnavailable';

export class DomainError extends Error {
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfter: number | undefined;
  /** The change may have been made; only its answer was lost. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { retryAfter?: number; isOutcomeUnknown?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'DomainError';
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}

/** The storage needs repair by a person: retrying does not help. */
export class RepairNeeded extends DomainError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('storageUnavailable', message, options);
  }
}

export const refusal = (message: string): DomainError => new DomainError('invalid', message);

/** For a call that must wait: 429 with `Retry-After`. */
export function tooMany(waitMs: number): DomainError {
  const retryAfter = Math.ceil(waitMs / 1000);
  const time = retryAfter < 120 ? `${retryAfter} s` : `${Math.ceil(retryAfter / 60)} minutes`;
  return new DomainError('tooMany', `Too many attempts. Try again in ${time}.`, { retryAfter });
}

export const accountLocked = () =>
  new DomainError('forbidden', 'This account is locked. Ask the person who runs this server.');

export const keyReused = () =>
  new DomainError('keyReused', 'This idempotency key was used for another call before.');

/** Calls `report` if nobody knows whether the step was carried out. */
export async function reportUnknown<Result>(
  step: Promise<Result>,
  report: () => void,
): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof DomainError && error.isOutcomeUnknown) report();
    throw error;
  }
}
