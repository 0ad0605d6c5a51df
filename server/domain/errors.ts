/**
 * What can go wrong, by meaning. HTTP gives each code its number in `http/error-handler.ts`;
 * the message is a sentence for the person who reads it.
 */

export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'wrongCredentials'
  /** Asked for again, since whoever has the session may not be its owner. */
  | 'passwordNeeded'
  | 'notFound'
  | 'emailTaken'
  | 'keyReused'
  | 'tooLarge'
  | 'tooMany'
  /** For pictures, whereas texts are taken. */
  | 'noRoom'
  | 'busy'
  | 'storageUnavailable';

export class DomainError extends Error {
  readonly code: ErrorCode;
  /** Seconds until it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined;
  /** What was asked for may have been done all the same: only its answer is known to be lost. */
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

/** The storage is in a state that only a person can put right: no later try finds another one. */
export class RepairNeeded extends DomainError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('storageUnavailable', message, options);
  }
}
