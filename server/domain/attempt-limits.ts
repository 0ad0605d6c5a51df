/**
 * How often somebody may fail to log in, or make accounts. Neither a restart nor another node begins to count
 * anew. An attempt is counted before its outcome is known, since many may come at once, and taken back when it
 * turns out not to count. Guesses at one account are counted for each address apart, so that a stranger cannot
 * lock its owner out; only a wide limit counts them from everywhere.
 */
import { hash } from 'node:crypto';
import { toEmailKey } from './email-key.ts';
import { DomainError } from './errors.ts';
import { toNetwork } from './network.ts';

const MINUTE_MS = 60_000;
const LOG_IN_WINDOW_MS = 15 * MINUTE_MS;
const SIGN_UP_WINDOW_MS = 60 * MINUTE_MS;

/** From so many addresses one account may be guessed at. */
const ADDRESSES_PER_ACCOUNT = 10;

export interface AttemptLimitsOptions {
  /** Failed logins to one account from one address, in 15 minutes. */
  logInsPerAccount: number;
  /** Failed logins from one address to any accounts, in 15 minutes. */
  logInsPerAddress: number;
  /** Accounts made from one address in an hour. */
  signUpsPerAddress: number;
}

/** Each rejects with `tooMany`, else answers what the attempt does. One without an outcome is taken back. */
export interface AttemptLimits {
  /** Nothing found is a failed attempt. `account` is an email, or whatever else names one account. */
  guardLogIn<Found>(
    who: { account: string; address: string },
    logIn: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>;
  guardSignUp<Made>(address: string, signUp: () => Promise<Made>): Promise<Made>;
}

/** Counts what may be done so often in a while, which begins with the first. */
interface AttemptLimiter {
  /** Counts one more under the key. Returns how long to wait when that is too many, in ms, else 0. */
  spend(key: string): Promise<number>;
  /** Takes one back. */
  giveBack(key: string): Promise<void>;
}

export type MakeAttemptLimiter = (limit: { max: number; windowMs: number }) => AttemptLimiter;

/** One limit, as it is for one key. */
interface Limit {
  limiter: AttemptLimiter;
  key: string;
}

/** Without options nothing is limited. */
export function createAttemptLimits(
  makeLimiter: MakeAttemptLimiter,
  options: AttemptLimitsOptions | null,
): AttemptLimits {
  if (!options)
    return { guardLogIn: (_who, logIn) => logIn(), guardSignUp: (_who, make) => make() };

  const perAccount = options.logInsPerAccount;
  const windowMs = LOG_IN_WINDOW_MS;
  const ofAccountFromPlace = makeLimiter({ max: perAccount, windowMs });
  const ofAccount = makeLimiter({ max: perAccount * ADDRESSES_PER_ACCOUNT, windowMs });
  const fromPlace = makeLimiter({ max: options.logInsPerAddress, windowMs });
  const signUps = makeLimiter({ max: options.signUpsPerAddress, windowMs: SIGN_UP_WINDOW_MS });

  async function count(limits: Limit[]): Promise<void> {
    const waits = await Promise.all(limits.map(({ limiter, key }) => limiter.spend(key)));
    const wait = Math.max(0, ...waits);
    if (wait === 0) return;
    const retryAfter = Math.ceil(wait / 1000);
    throw new DomainError('tooMany', `That was too often. Try again in ${describe(retryAfter)}.`, {
      retryAfter,
    });
  }

  /** Limits are counted in rounds: what one round refuses does not count against the rounds behind it. */
  async function attempt<Outcome>(
    rounds: Limit[][],
    act: () => Promise<Outcome>,
    counts: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    for (const limits of rounds) await count(limits);
    let isCounted = false;
    try {
      const outcome = await act();
      isCounted = counts(outcome);
      return outcome;
    } finally {
      if (!isCounted) {
        await Promise.all(rounds.flat().map(({ limiter, key }) => limiter.giveBack(key)));
      }
    }
  }

  return {
    async guardLogIn({ account, address }, logIn) {
      const person = hash('sha256', toEmailKey(account));
      const place = toNetwork(address);
      const ofPlace = [
        { limiter: ofAccountFromPlace, key: `log-in ${person} ${place}` },
        { limiter: fromPlace, key: `log-in ${place}` },
      ];
      const ofEverybody = [{ limiter: ofAccount, key: `log-in ${person}` }];
      return attempt([ofPlace, ofEverybody], logIn, (found) => found === undefined);
    },

    async guardSignUp(address, signUp) {
      const limit = { limiter: signUps, key: `sign-up ${toNetwork(address)}` };
      return attempt([[limit]], signUp, () => true);
    },
  };
}

function describe(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}
