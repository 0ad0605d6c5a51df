/** An attempt of which only so many are allowed; `key` says at what, and by whom. */
export interface Attempt {
  key: string;
  windowMs: number;
}

/** The number of attempts in the window so far. */
export interface CountedAttempt {
  count: number;
  /** Ms until the window ends. */
  leftMs: number;
}

export interface AttemptStore {
  /** Adds one to the key's count; a window begins with the first attempt. */
  countAttempt(attempt: Attempt): Promise<CountedAttempt>;
  /** Subtracts one from the key's count. */
  forgiveAttempt(key: string): Promise<void>;
}
