/**
 * Errors and warnings that come again and again, as on a full disk: the first is written whole, and what follows is
 * counted and told in one line each ten seconds. Otherwise the log would fill the disk faster than the messages did.
 *
 * This holds for lines with `err` or `remedy`; others, such as one for each wrong password, are all written. Those of
 * different addresses are told apart, so that whoever floods can be found, and banned.
 */
import type { FastifyBaseLogger, LogLevel } from 'fastify';
import type { Watch } from '../memory/watch.ts';
import { describeError } from './describe-error.ts';

/** How the message of a summary begins. */
export const REPEATED = 'repeated: ';

const SUMMARY_MS = 10_000;

/** Of kinds that are told apart at a time. */
const MAX_KINDS = 100;
/** From so many on by address no more: a flood from many does not hide what else goes wrong. */
const MAX_WITH_ADDRESSES = 50;
const OTHERS = { what: 'of many kinds', reason: undefined, address: undefined };

interface Repeats {
  /** Whether the line is one more of its kind, which is counted and not written. */
  isRepeat(level: LogLevel, facts: unknown, what: unknown): boolean;
  /** Summaries go to this log from now on. */
  summarise(log: FastifyBaseLogger, watch: Watch): void;
}

interface KindName {
  what: string;
  reason: string | undefined;
  address: string | undefined;
}

interface Kind extends KindName {
  level: LogLevel;
  count: number;
  since: number;
}

export function createRepeats(): Repeats {
  const kinds = new Map<string, Kind>();
  let now = () => 0;

  /** What a line is counted as, while there is room to tell it apart from others. */
  function nameOf(what: string, facts: object): KindName {
    const named = { what, reason: readReason(facts), address: readAddress(facts) };
    if (kinds.has(keyOf(named)) || kinds.size < MAX_WITH_ADDRESSES) return named;
    const ofAll = { ...named, address: undefined };
    return kinds.has(keyOf(ofAll)) || kinds.size < MAX_KINDS ? ofAll : OTHERS;
  }

  return {
    isRepeat(level, facts, what) {
      if (typeof facts !== 'object' || facts === null || typeof what !== 'string') return false;
      if (!('err' in facts) && !('remedy' in facts)) return false;
      const name = nameOf(what, facts);
      const kind = kinds.get(keyOf(name));
      if (kind) kind.count += 1;
      else kinds.set(keyOf(name), { level, ...name, count: 0, since: now() });
      return kind !== undefined;
    },

    summarise(log, watch) {
      now = watch.now;
      watch.add(() => {
        for (const [key, kind] of kinds) {
          const ms = watch.now() - kind.since;
          if (ms < SUMMARY_MS) continue;
          const { level, what, reason, address, count } = kind;
          if (count === 0) kinds.delete(key);
          else log[level]({ count, ms: Math.round(ms), reason, address }, `${REPEATED}${what}`);
          kind.count = 0;
          kind.since = watch.now();
        }
      });
    },
  };
}

const keyOf = ({ what, reason, address }: KindName) => JSON.stringify([what, reason, address]);

function readReason(facts: object): string | undefined {
  if ('err' in facts && facts.err !== undefined) return describeError(facts.err).reason;
  return 'reason' in facts ? String(facts.reason) : undefined;
}

function readAddress(facts: object): string | undefined {
  return 'address' in facts && facts.address !== undefined ? String(facts.address) : undefined;
}
