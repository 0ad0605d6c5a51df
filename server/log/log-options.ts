/** The format of log lines: one JSON object, with the level's name and the time as ISO 8601 in UTC. */
import type { FastifyBaseLogger, FastifyServerOptions, LogLevel } from 'fastify';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import type { Watch } from '../memory/watch.ts';

const LEVELS = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' } as const;

/** Called for each warning and error, also for summarised ones. */
export type CountWarning = (level: 'warn' | 'error' | 'fatal', msg: string) => void;

export function createLogOptions(
  level: string,
  stream: { write(line: string): void },
  countWarning: CountWarning = () => {},
) {
  const { isRepeat, summarise } = createRepeats();
  const logger: Exclude<FastifyServerOptions['logger'], boolean | undefined> = {
    level,
    stream,
    redact: [`req.headers.${TOKEN_HEADER}`, `headers.${TOKEN_HEADER}`],
    formatters: { level: (label) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
    hooks: {
      logMethod(parts, write, number) {
        const name = isSummarised(number) ? LEVELS[number] : undefined;
        if (name === undefined) return write.apply(this, parts);
        const [facts, what] = parts;
        // A text without facts may contain a path, and each would create a metric.
        const msg = typeof what === 'string' ? what : 'notice';
        if (name !== 'info' && !msg.startsWith(REPEATED)) countWarning(name, msg);
        if (!isRepeat(name, facts, what)) write.apply(this, parts);
      },
    },
  };
  return { logger, summarise };
}

function isSummarised(number: number): number is keyof typeof LEVELS {
  return number in LEVELS;
}

/**
 * Summarises repeated errors, warnings and refusals, as on a full disk: the first is logged in full, the others are
 * counted, with one line each ten seconds. Otherwise the log would fill the disk faster than the messages, or push out
 * what is older.
 *
 * This applies to lines with `err`, `remedy` or `status`; others, such as one for each wrong password, are all written.
 * Lines of different addresses and statuses count separately, so that an attacker can be found and banned.
 */

const REPEATED = 'repeated: ';

const SUMMARY_MS = 10_000;

const MAX_KINDS = 100;
/** Above this number, addresses are no longer separated: a flood from many must not hide other problems. */
const MAX_WITH_ADDRESSES = 50;
const OTHERS = { what: 'of many kinds', reason: undefined, address: undefined };

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

function createRepeats() {
  /** Apart, so that refused strangers take no room from problems. */
  const refusals = new Map<string, Kind>();
  const problems = new Map<string, Kind>();
  let now = () => 0;

  /** The kind of a line, while there is room for more kinds. */
  function nameOf(kinds: Map<string, Kind>, what: string, facts: object): KindName {
    const named = { what, reason: readReason(facts), address: readAddress(facts) };
    if (kinds.has(keyOf(named)) || kinds.size < MAX_WITH_ADDRESSES) return named;
    const ofAll = { ...named, address: undefined };
    return kinds.has(keyOf(ofAll)) || kinds.size < MAX_KINDS ? ofAll : OTHERS;
  }

  return {
    /** Whether the line repeats its kind; then it is counted and not written. */
    isRepeat(level: LogLevel, facts: unknown, what: unknown): boolean {
      if (typeof facts !== 'object' || facts === null || typeof what !== 'string') return false;
      if (!['err', 'remedy', 'status'].some((name) => name in facts)) return false;
      const kinds = level === 'info' ? refusals : problems;
      const name = nameOf(kinds, what, facts);
      const kind = kinds.get(keyOf(name));
      if (kind) kind.count += 1;
      else kinds.set(keyOf(name), { level, ...name, count: 0, since: now() });
      return kind !== undefined;
    },

    summarise(log: FastifyBaseLogger, watch: Watch): void {
      now = watch.now;
      watch.add(() => {
        for (const [key, kind] of [...refusals, ...problems]) {
          const ms = watch.now() - kind.since;
          if (ms < SUMMARY_MS) continue;
          const { level, what, reason, address, count } = kind;
          if (count === 0) (level === 'info' ? refusals : problems).delete(key);
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
  if ('reason' in facts) return String(facts.reason);
  return 'status' in facts ? `status ${facts.status}` : undefined;
}

function readAddress(facts: object): string | undefined {
  return 'address' in facts && facts.address !== undefined ? String(facts.address) : undefined;
}

/**
 * What the log contains of an error: never its own fields, since a database may repeat the refused row there, including
 * a message's text.
 */
type ErrorFacts = {
  type: string;
  message: string;
  /** The message of the system or the database: the innermost cause, in one line. */
  reason: string;
  code?: string;
  stack: string;
};

function describeError(error: unknown): ErrorFacts {
  const [first = error, ...causes] = listCauses(error);
  const last = causes.at(-1) ?? first;
  const code = readCode(last) ?? readCode(first);
  const reason = readMessage(last).split('\n')[0] ?? '';
  return {
    type: first instanceof Error ? first.name : typeof first,
    message: readMessage(first),
    // If several addresses were tried, the combined error has a code but no message.
    reason: reason || code || 'unknown',
    ...(code !== undefined && { code }),
    stack: (first instanceof Error && first.stack) || '',
  };
}

function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < 10; ) {
    causes.push(each);
    each = each instanceof Error ? each.cause : undefined;
  }
  return causes;
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
