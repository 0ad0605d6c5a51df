/**
 * Limits failed logins and new accounts. The counts survive a restart and are shared by all nodes. An attempt is
 * counted before its outcome is known, since many may run at once; the count is taken back if it should not count. The
 * limit for guesses at one account from everywhere holds only for strangers: nobody can use it to lock out a browser or
 * network from which the account has logged in before.
 */
import { hash } from 'node:crypto';
import { toEmailKey } from './email-key.ts';
import { DomainError, tooMany } from './errors.ts';
import { type Caller, type Familiarity, listNetworks } from './known-places.ts';
import type { AttemptStore } from './ports/sessions.ts';
import type { Clock, Report } from './ports/store.ts';

const MINUTE_MS = 60_000;
const LOG_IN_WINDOW_MS = 15 * MINUTE_MS;
const SIGN_UP_WINDOW_MS = 60 * MINUTE_MS;

/** A refusal is repeated for so long without asking the store: a flood of attempts must not delay what others write. */
const REPEATED_MS = 1_000;
const MAX_REFUSED = 10_000;

/** Number of addresses from which one account may be guessed at. */
const ADDRESSES_PER_ACCOUNT = 10;

export interface AttemptLimitsOptions {
  /** Failed logins to one account from one address in 15 minutes. */
  logInsPerAccount: number;
  /** Failed logins from one address to any account in 15 minutes. */
  logInsPerAddress: number;
  /** New accounts from one address in an hour. */
  signUpsPerAddress: number;
}

/** A client that tries the password of an account. */
interface Guesser extends Pick<Caller, 'address' | 'browser'> {
  /** The email of the account. */
  account: string;
  familiarity?: Familiarity;
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Attempts under a key in a window that begins with the first of them. */
interface Limit {
  key: string;
  max: number;
  windowMs: number;
}

const UNLIMITED: AttemptLimitsOptions = {
  logInsPerAccount: Infinity,
  logInsPerAddress: Infinity,
  signUpsPerAddress: Infinity,
};

/**
 * Each limit rejects with `tooMany`, or returns the result of the attempt. An attempt without an outcome, also a refused one,
 * is not counted. Without options, nothing is limited.
 */
export function createAttemptLimits(
  store: AttemptStore,
  options: AttemptLimitsOptions | null,
  report: Report,
  clock: Clock = Date.now,
) {
  const { logInsPerAccount, logInsPerAddress, signUpsPerAddress } = options ?? UNLIMITED;

  const limitLogIns = (key: string, max: number): Limit => ({
    key: `log-in ${key}`,
    max,
    windowMs: LOG_IN_WINDOW_MS,
  });

  /** The latest refusal of each key. */
  const refused = new Map<string, { error: DomainError; at: number }>();

  function repeatRefusal({ key }: Limit): void {
    const found = refused.get(key);
    if (found && Math.abs(clock() - found.at) < REPEATED_MS) throw found.error;
    refused.delete(key);
  }

  async function count(limits: Limit[]): Promise<void> {
    const waits = await Promise.all(
      limits.map(async ({ key, max, windowMs }) => {
        const { count, leftMs } = await store.countAttempt({ key, windowMs });
        return count > max ? Math.max(1, leftMs) : 0;
      }),
    );
    const wait = Math.max(0, ...waits);
    if (wait === 0) return;
    const error = tooMany(wait);
    if (refused.size >= MAX_REFUSED) refused.clear();
    for (const [index, { key }] of limits.entries()) {
      if (waits[index]) refused.set(key, { error, at: clock() });
    }
    throw error;
  }

  /** If that fails, an attempt too many is counted. The outcome of the attempt itself still holds. */
  async function giveBack(limits: Limit[]): Promise<void> {
    try {
      await Promise.all(limits.map(({ key }) => store.forgiveAttempt(key)));
    } catch (error) {
      report(error, 'an attempt was counted that should not count');
    }
  }

  /** Limits are counted in rounds: an attempt refused in one round does not count in the later ones. */
  async function attempt<Outcome>(
    rounds: Limit[][],
    act: () => Promise<Outcome>,
    isFailure: (outcome: Outcome) => boolean,
    isCountedError: (error: unknown) => boolean = () => false,
  ): Promise<Outcome> {
    if (!options) return act();
    for (const limits of rounds) limits.forEach(repeatRefusal);
    const counted: Limit[] = [];
    let isCounted = false;
    try {
      for (const limits of rounds) {
        counted.push(...limits);
        await count(limits);
      }
      const outcome = await act();
      isCounted = isFailure(outcome);
      return outcome;
    } catch (error) {
      isCounted = isCountedError(error);
      throw error;
    } finally {
      if (!isCounted) await giveBack(counted);
    }
  }

  function listRounds({ account, address, browser, familiarity }: Guesser): Limit[][] {
    const person = hash('sha256', toEmailKey(account));
    // What others in the network do does not count for this browser.
    if (familiarity === 'browser') {
      return [[limitLogIns(`${person} ${hash('sha256', browser ?? '')}`, logInsPerAccount)]];
    }
    const rounds = listNetworks(address).map(({ network, times }) => [
      limitLogIns(`${person} ${network}`, logInsPerAccount * times),
      limitLogIns(network, logInsPerAddress * times),
    ]);
    if (familiarity === 'network') return rounds.slice(0, 1);
    return [...rounds, [limitLogIns(person, logInsPerAccount * ADDRESSES_PER_ACCOUNT)]];
  }

  const isTaken = (error: unknown) => error instanceof DomainError && error.code === 'emailTaken';
  const isFailedLogIn = (found: unknown) => found === undefined;

  return {
    /** An undefined result is a failed attempt. */
    guardLogIn: <Found>(guesser: Guesser, logIn: () => Promise<Found | undefined>) =>
      attempt(listRounds(guesser), logIn, isFailedLogIn),

    /** The same for a password check within a session, which is given by its hash. */
    guardPassword: <Found>(tokenHash: string, check: () => Promise<Found | undefined>) =>
      attempt([[limitLogIns(tokenHash, logInsPerAccount)]], check, isFailedLogIn),

    /** Codes of links, which are guessed at no account: only the address counts. An undefined result is a failed attempt. */
    guardCode: <Found>(address: string, find: () => Promise<Found | undefined>) =>
      attempt(
        listNetworks(address).map(({ network, times }) => [
          limitLogIns(network, logInsPerAddress * times),
        ]),
        find,
        isFailedLogIn,
      ),

    /** A new email; taken ones are counted per person: otherwise anybody could find out who has an account. */
    guardEmail: <Made>(userId: string, change: () => Promise<Made>) =>
      attempt([[limitLogIns(`email ${userId}`, logInsPerAccount)]], change, () => false, isTaken),

    /** An email that is already taken counts too, as above. */
    guardSignUp<Made>(address: string, signUp: () => Promise<Made>) {
      const rounds = listNetworks(address).map(({ network, times }) => [
        {
          key: `sign-up ${network}`,
          max: signUpsPerAddress * times,
          windowMs: SIGN_UP_WINDOW_MS,
        },
      ]);
      return attempt(rounds, signUp, () => true, isTaken);
    },
  };
}
