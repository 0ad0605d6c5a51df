/**
 * Errors and warnings that come again and again, as on a full disk: the first is written whole, and what follows is
 * counted and told in one line each ten seconds. Otherwise the log would fill the disk faster than the messages did.
 *
 * This holds for lines with `err` or `remedy`; others, such as one for each wrong password, are all written.
 */
import type { FastifyBaseLogger, LogLevel } from 'fastify';
import type { Watch } from '../memory/watch.ts';
import { describeError } from './describe-error.ts';

const SUMMARY_MS = 10_000;

/** Of kinds that are told apart at a time. */
const MAX_KINDS = 100;
const OTHERS = 'of many kinds';

interface Repeats {
  /** Whether the line is one more of its kind, which is counted and not written. */
  isRepeat(level: LogLevel, facts: unknown, what: unknown): boolean;
  /** Summaries go to this log from now on. */
  summarise(log: FastifyBaseLogger, watch: Watch): void;
}

interface Kind {
  level: LogLevel;
  what: string;
  reason: string | undefined;
  count: number;
  since: number;
}

export function createRepeats(): Repeats {
  const kinds = new Map<string, Kind>();
  let now = () => 0;

  return {
    isRepeat(level, facts, what) {
      if (typeof facts !== 'object' || facts === null || typeof what !== 'string') return false;
      if (!('err' in facts) && !('remedy' in facts)) return false;
      const reason = readReason(facts);
      const name = `${what}: ${reason}`;
      const kind = kinds.get(name) ?? (kinds.size < MAX_KINDS ? undefined : kinds.get(OTHERS));
      if (kind) {
        kind.count += 1;
        return true;
      }
      const isNamed = kinds.size < MAX_KINDS;
      const told = isNamed ? { what, reason } : { what: OTHERS, reason: undefined };
      kinds.set(isNamed ? name : OTHERS, { level, ...told, count: 0, since: now() });
      return false;
    },

    summarise(log, watch) {
      now = watch.now;
      watch.add(() => {
        for (const [key, kind] of kinds) {
          const ms = watch.now() - kind.since;
          if (ms < SUMMARY_MS) continue;
          const { level, what, reason, count } = kind;
          if (count === 0) kinds.delete(key);
          else log[level]({ count, ms: Math.round(ms), reason }, `repeated: ${what}`);
          kind.count = 0;
          kind.since = watch.now();
        }
      });
    },
  };
}

function readReason(facts: object): string | undefined {
  if ('err' in facts && facts.err !== undefined) return describeError(facts.err).reason;
  return 'reason' in facts ? String(facts.reason) : undefined;
}
