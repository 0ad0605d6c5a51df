/**
 * How often somebody may fail to log in, or make accounts. Counted in the store, so that neither a restart
 * nor another node begins anew. An attempt is counted before its outcome is known, since many may come at
 * once, and taken back when it turns out not to count. Guesses at one account are counted for each address
 * apart, so that a stranger cannot lock its owner out; only a wide limit counts them from everywhere.
 */
import { createHash } from 'node:crypto';
import { toEmailKey } from './email-key.ts';
import { DomainError } from './errors.ts';
import { toNetwork } from './network.ts';
import type { Attempt, AttemptStore, Clock } from './ports.ts';

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

interface Limit extends Attempt {
  max: number;
}

/** Without options nothing is limited. */
export function createAttemptLimits(
  store: AttemptStore,
  clock: Clock,
  options: AttemptLimitsOptions | null,
): AttemptLimits {
  if (!options)
    return { guardLogIn: (_who, logIn) => logIn(), guardSignUp: (_who, make) => make() };

  async function count(limits: Limit[]): Promise<void> {
    const attempts = limits.map(({ key, windowMs }) => ({ key, windowMs }));
    const counted = await store.countAttempts(attempts);
    const waits = counted.flatMap(({ count, endsAt }, index) =>
      count > (limits[index]?.max ?? 0) ? [endsAt - clock()] : [],
    );
    if (waits.length === 0) return;
    const retryAfter = Math.max(1, Math.ceil(Math.max(...waits) / 1000));
    throw new DomainError('tooMany', `That was too often. Try again in ${describe(retryAfter)}.`, {
      retryAfter,
    });
  }

  async function attempt<Outcome>(
    limits: Limit[],
    act: () => Promise<Outcome>,
    counts: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    await count(limits);
    let isCounted = false;
    try {
      const outcome = await act();
      isCounted = counts(outcome);
      return outcome;
    } finally {
      if (!isCounted) await store.forgiveAttempts(limits.map(({ key }) => key));
    }
  }

  return {
    async guardLogIn({ account, address }, logIn) {
      const person = createHash('sha256').update(toEmailKey(account)).digest('hex');
      const place = toNetwork(address);
      const windowMs = LOG_IN_WINDOW_MS;
      const limits = [
        { key: `log-in ${person} ${place}`, windowMs, max: options.logInsPerAccount },
        {
          key: `log-in ${person}`,
          windowMs,
          max: options.logInsPerAccount * ADDRESSES_PER_ACCOUNT,
        },
        { key: `log-in ${place}`, windowMs, max: options.logInsPerAddress },
      ];
      return attempt(limits, logIn, (found) => found === undefined);
    },

    async guardSignUp(address, signUp) {
      const key = `sign-up ${toNetwork(address)}`;
      const limit = { key, windowMs: SIGN_UP_WINDOW_MS, max: options.signUpsPerAddress };
      return attempt([limit], signUp, () => true);
    },
  };
}

function describe(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}
