/**
 * The environment, checked once at start. Each setting stands here with its default and its meaning;
 * the table in the README is made of the same words.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LIMITS } from '../src/protocol/limits.ts';

interface Setting {
  /** What an unset or empty variable stands for, as it would be written. */
  default: string;
  meaning: string;
  /** From the written value to the meant one; its message completes "PORT must be …". */
  schema: z.ZodType<unknown, string>;
}

const SETTINGS = {
  PORT: {
    default: '3000',
    meaning: 'Port to listen on; 0 takes any free one.',
    schema: wholeNumber(0, 65_535),
  },
  HOST: {
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` opens the server to the network.',
    schema: z.string(),
  },
  DATA_DIR: {
    default: './data',
    meaning: 'Folder of the database file and the pictures; made when missing.',
    schema: z.string().transform((path) => resolve(path)),
  },
  PUBLIC_URL: {
    default: '',
    meaning:
      'Address under which people reach the server, such as `https://chat.example.org`; picture addresses then begin with it.',
    schema: understood(
      (written) => (written === '' ? null : toOrigin(written)),
      'an address such as https://chat.example.org, without a path',
    ),
  },
  CORS_ORIGINS: {
    default: '',
    meaning:
      'Origins of other sites whose pages may call the server, separated by commas; `*` allows all.',
    schema: understood(
      (written) => toList(written, (entry) => entry === '*' || toOrigin(entry) === entry),
      'origins such as https://chat.example.org, separated by commas',
    ),
  },
  TRUSTED_PROXIES: {
    default: '',
    meaning:
      'Addresses or networks (`10.0.0.0/8`) of reverse proxies whose `X-Forwarded-For` is believed, separated by commas.',
    schema: understood(
      (written) => toList(written, isAddressOrNetwork),
      'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
  },
  RATE_LIMITS: {
    default: 'on',
    meaning:
      '`off` lifts the limits on rates, on failed logins, on new accounts and on connections per address.',
    schema: z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on'),
  },
  SIGN_INS_PER_MINUTE: {
    default: '60',
    meaning: 'Sign-ups and logins accepted from one address in a minute.',
    schema: wholeNumber(1, 1_000_000),
  },
  FAILED_LOG_INS_PER_ACCOUNT: {
    default: '10',
    meaning: 'Wrong passwords for one account from one address in 15 minutes.',
    schema: wholeNumber(1, 1_000_000),
  },
  FAILED_LOG_INS_PER_ADDRESS: {
    default: '100',
    meaning: 'Wrong passwords from one address for any accounts in 15 minutes.',
    schema: wholeNumber(1, 1_000_000),
  },
  SIGN_UPS_PER_ADDRESS: {
    default: '100',
    meaning: 'Accounts made from one address in an hour.',
    schema: wholeNumber(1, 1_000_000),
  },
  SENDS_PER_MINUTE: {
    default: '600',
    meaning: 'Messages accepted from one person in a minute.',
    schema: wholeNumber(1, 1_000_000),
  },
  CALLS_PER_MINUTE: {
    default: '3000',
    meaning: 'Other calls accepted from one person in a minute.',
    schema: wholeNumber(1, 1_000_000),
  },
  SOCKETS_PER_PERSON: {
    default: '50',
    meaning: 'Realtime connections (windows and devices) one person may hold at a time.',
    schema: wholeNumber(1, 1_000_000),
  },
  CONNECTIONS_PER_ADDRESS: {
    default: '1000',
    meaning: 'Network connections, and realtime connections, one address may hold at a time.',
    schema: wholeNumber(1, 1_000_000),
  },
  SOCKET_BACKLOG_BYTES: {
    default: String(4 * 1024 * 1024),
    meaning: 'Bytes kept for a client that does not read before its connection is cut.',
    schema: wholeNumber(16 * 1024, 100_000_000),
  },
  MAX_CONNECTIONS: {
    default: '20000',
    meaning: 'Network connections the server holds at a time.',
    schema: wholeNumber(1, 1_000_000),
  },
  MAX_IMAGE_BYTES: {
    default: String(LIMITS.imageBytes),
    meaning: 'Largest picture accepted, in bytes; the default is also the most.',
    schema: wholeNumber(1024, LIMITS.imageBytes),
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'How much is logged on stderr: fatal, error, warn, info, debug, trace or silent.',
    schema: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    ),
  },
} satisfies Record<string, Setting>;

const CONFIG = z.object({
  PORT: SETTINGS.PORT.schema,
  HOST: SETTINGS.HOST.schema,
  DATA_DIR: SETTINGS.DATA_DIR.schema,
  PUBLIC_URL: SETTINGS.PUBLIC_URL.schema,
  CORS_ORIGINS: SETTINGS.CORS_ORIGINS.schema,
  TRUSTED_PROXIES: SETTINGS.TRUSTED_PROXIES.schema,
  RATE_LIMITS: SETTINGS.RATE_LIMITS.schema,
  SIGN_INS_PER_MINUTE: SETTINGS.SIGN_INS_PER_MINUTE.schema,
  FAILED_LOG_INS_PER_ACCOUNT: SETTINGS.FAILED_LOG_INS_PER_ACCOUNT.schema,
  FAILED_LOG_INS_PER_ADDRESS: SETTINGS.FAILED_LOG_INS_PER_ADDRESS.schema,
  SIGN_UPS_PER_ADDRESS: SETTINGS.SIGN_UPS_PER_ADDRESS.schema,
  SENDS_PER_MINUTE: SETTINGS.SENDS_PER_MINUTE.schema,
  CALLS_PER_MINUTE: SETTINGS.CALLS_PER_MINUTE.schema,
  SOCKETS_PER_PERSON: SETTINGS.SOCKETS_PER_PERSON.schema,
  CONNECTIONS_PER_ADDRESS: SETTINGS.CONNECTIONS_PER_ADDRESS.schema,
  SOCKET_BACKLOG_BYTES: SETTINGS.SOCKET_BACKLOG_BYTES.schema,
  MAX_CONNECTIONS: SETTINGS.MAX_CONNECTIONS.schema,
  MAX_IMAGE_BYTES: SETTINGS.MAX_IMAGE_BYTES.schema,
  LOG_LEVEL: SETTINGS.LOG_LEVEL.schema,
});
export type Config = z.output<typeof CONFIG>;

/** Names the variable and says what it must be. */
export class ConfigError extends Error {}

/** The rows of the configuration table. */
export function describeSettings(): Array<{ name: string; default: string; meaning: string }> {
  return Object.entries(SETTINGS).map(([name, setting]) => ({
    name,
    default: setting.default,
    meaning: setting.meaning,
  }));
}

/** Throws a ConfigError for the first variable that cannot be understood. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const written: Record<string, string> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    written[name] = environment[name]?.trim() || setting.default;
  }
  const result = CONFIG.safeParse(written);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0]);
  throw new ConfigError(`${name} must be ${issue?.message}; it is "${written[name]}".`);
}

/** A value that `parse` makes of the text; undefined means that it could not. */
function understood<Value>(parse: (written: string) => Value | undefined, message: string) {
  return z.string().transform((written, context): Value => {
    const value = parse(written);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

function wholeNumber(least: number, most: number) {
  return understood((written) => {
    const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  }, `a whole number from ${least} to ${most}`);
}

function toList(written: string, isAcceptable: (entry: string) => boolean): string[] | undefined {
  const entries = written
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.every(isAcceptable) ? entries : undefined;
}

/** The origin of an http address that has nothing behind it but a slash. */
function toOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isPlain ? url.origin : undefined;
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
