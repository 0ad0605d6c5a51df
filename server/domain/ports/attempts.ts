/** Something that may be tried only so often: `key` names what, and for whom. */
export interface Attempt {
  key: string;
  windowMs: number;
}

/** How many there were in the window so far. */
export interface CountedAttempt {
  count: number;
  /** Ms until the window ends. */
  leftMs: number;
}

export interface AttemptStore {
  /** Counts one more under the key; a window begins with the first. */
  countAttempt(attempt: Attempt): Promise<CountedAttempt>;
  /** Takes one back. */
  forgiveAttempt(key: string): Promise<void>;
}
