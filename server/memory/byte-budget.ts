/**
 * Limits the memory of this process for data in transit: arriving bodies, and answers and events that clients have not
 * read yet. Each large one reserves its bytes here; the small ones (`FREE_BYTES`) are limited by the number of
 * connections. Each kind has its own part, so that uploads do not block reads, nor the downloads of strangers anybody's
 * calls, and no network or account gets a whole part.
 */
import { DomainError } from '../domain/errors.ts';
import { listNetworks } from '../domain/known-places.ts';

/** Bytes that need no reservation. */
export const FREE_BYTES = 64 * 1024;

/**
 * Parts of the whole budget. `making` is for answers until they are made, `answers` for long ones that wait to be read:
 * clients which do not read leave room to make those of others.
 */
const PARTS = { bodies: 1 / 2, making: 1 / 8, answers: 1 / 8, files: 1 / 8, backlogs: 1 / 8 };

/** Share of a part that one account may hold, and one address; files need no account. */
const ACCOUNT_SHARE = 1 / 4;
/** Wider networks of IPv6 addresses get more than one address, and never all. */
const MOST_OF_NETWORK = 3 / 4;
const ADDRESS_SHARES = {
  bodies: 1 / 2,
  making: 1 / 2,
  answers: 1 / 2,
  files: 1 / 4,
  backlogs: 1 / 2,
};

/** Share of all answers for accounts that hold one already; the rest is for the first one of each account. */
const FURTHER_SHARE = 1 / 2;

/** How long a reservation waits for room before it is refused. */
const WAIT_MS = 5_000;

/** Seconds after which a refused client may retry. */
const RETRY_AFTER_S = 5;

export interface Owner {
  kind: keyof typeof PARTS;
  address: string;
  /** Unknown before login. */
  userId?: string | undefined;
}

export interface Reservation {
  /**
   * Waits for room, except for a further answer of an account. Rejects with `tooMany` if the owner holds its share, and
   * with `busy` if others hold the rest. Stays pending after a release, since nobody waits for it.
   */
  claim(bytes: number): Promise<void>;
  /** Changes the size at once; returns false, without a change, if there is no room to grow. */
  tryResize(bytes: number): boolean;
  /** Releases everything and ends a waiting claim. May be called again. */
  release(): void;
}

export interface ByteBudget {
  open(owner: Owner): Reservation;
  /** Bytes reserved by everybody. */
  readUsed(kind: Owner['kind']): number;
  countWaiting(): number;
}

interface Scope {
  key: string;
  max: number;
}

interface Claim {
  hasRoom(): boolean;
  grant(): void;
}

export function createByteBudget(total: number, { waitMs = WAIT_MS } = {}): ByteBudget {
  const used = new Map<string, number>();
  /** In order of arrival. */
  const waiting = new Set<Claim>();

  const isFurther = ({ kind, userId }: Owner) =>
    kind === 'answers' && readUsed(`answers of ${userId}`) > 0;

  function listScopes(owner: Owner): Scope[] {
    const { kind, address, userId } = owner;
    const part = total * PARTS[kind];
    const scopes = [
      { key: kind, max: isFurther(owner) ? part * FURTHER_SHARE : part },
      ...listNetworks(address).map(({ network, times }) => ({
        key: `${kind} of ${network}`,
        max: part * Math.min(ADDRESS_SHARES[kind] * times, MOST_OF_NETWORK),
      })),
    ];
    if (userId !== undefined)
      scopes.push({ key: `${kind} of ${userId}`, max: part * ACCOUNT_SHARE });
    return scopes;
  }

  const readUsed = (key: string) => used.get(key) ?? 0;

  /** A reservation larger than a share is granted if nothing else of that share is held. */
  const hasRoom = ({ key, max }: Scope, bytes: number) =>
    readUsed(key) === 0 || readUsed(key) + bytes <= max;

  function add(scopes: Scope[], bytes: number): void {
    for (const { key } of scopes) {
      const sum = readUsed(key) + bytes;
      if (sum > 0) used.set(key, sum);
      else used.delete(key);
    }
    if (bytes < 0) grantWaiting();
  }

  function grantWaiting(): void {
    for (const claim of waiting) {
      if (!claim.hasRoom()) continue;
      waiting.delete(claim);
      claim.grant();
    }
  }

  function refuse([, ...own]: Scope[], bytes: number): DomainError {
    const isOwnShare = own.some((scope) => !hasRoom(scope, bytes));
    const retryAfter = RETRY_AFTER_S;
    return isOwnShare
      ? new DomainError('tooMany', 'That was too much at once. Try again shortly.', { retryAfter })
      : new DomainError('busy', 'The server is busy. Please try again shortly.', { retryAfter });
  }

  return {
    readUsed,
    countWaiting: () => waiting.size,

    open(owner) {
      let reserved = 0;
      let isReleased = false;
      let stopWaiting = () => {};
      /** Created on demand: most connections never have a backlog. */
      let scopes: Scope[] | undefined;

      function hasRoomFor(bytes: number): boolean {
        scopes ??= listScopes(owner);
        return scopes.every((scope) => hasRoom(scope, bytes));
      }

      function resize(bytes: number): void {
        if (isReleased || bytes === reserved) return;
        const change = bytes - reserved;
        reserved = bytes;
        scopes ??= listScopes(owner);
        add(scopes, change);
      }

      return {
        claim(bytes) {
          return new Promise((resolve, reject) => {
            if (isReleased) return;
            if (hasRoomFor(bytes)) {
              resize(reserved + bytes);
              resolve();
              return;
            }
            const claim: Claim = {
              hasRoom: () => hasRoomFor(bytes),
              grant() {
                clearTimeout(timer);
                resize(reserved + bytes);
                resolve();
              },
            };
            waiting.add(claim);
            const giveUp = () => {
              waiting.delete(claim);
              reject(refuse(listScopes(owner), bytes));
            };
            const timer = setTimeout(giveUp, isFurther(owner) ? 0 : waitMs);
            stopWaiting = () => {
              clearTimeout(timer);
              waiting.delete(claim);
            };
          });
        },

        tryResize(bytes) {
          const change = bytes - reserved;
          if (change > 0 && !hasRoomFor(change)) return false;
          resize(bytes);
          return true;
        },

        release() {
          stopWaiting();
          resize(0);
          isReleased = true;
        },
      };
    },
  };
}
