/** The format of log lines: one JSON object, with the level's name and the time as ISO 8601 in UTC. */
import type { FastifyServerOptions } from 'fastify';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import { describeError } from './describe-error.ts';
import { createRepeats, REPEATED } from './repeats.ts';

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
