/** The environment, checked once at the start. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { SIGN_UP_MODES } from '../src/protocol/entrance.ts';
import { LIMITS } from '../src/protocol/limits.ts';

/**
 * Parses the written value; a message completes "PORT must be …". The README says what each setting means, in a table with
 * the same names and defaults. An empty default is none.
 */
const CONFIG = z.object({
  PORT: wholeNumber(0, 65_535).prefault('3000'),
  HOST: z.string().prefault('127.0.0.1'),
  DATA_DIR: z
    .string()
    .transform((path) => resolve(path))
    .prefault('./data'),
  DATABASE_URL: understood(
    (written) => (written === '' ? null : toUrlOf(/^postgres(ql)?:$/, written)),
    'an address such as postgres://duet:password@localhost:5432/duet',
  ).prefault(''),
  DATABASE_CONNECTIONS: wholeNumber(8, 1000).prefault('10'),
  REDIS_URL: understood(
    (written) => (written === '' ? null : toRedisUrl(written)),
    'an address such as redis://localhost:6379',
  ).prefault(''),
  DRAIN_SECONDS: wholeNumber(0, 600).prefault('15'),
  METRICS_PORT: wholeNumber(0, 65_535).prefault('0'),
  METRICS_HOST: z.string().prefault('127.0.0.1'),
  PUBLIC_URL: understood(
    (written) => (written === '' ? null : toOrigin(written)),
    'an address such as https://chat.example.org, without a path',
  ).prefault(''),
  HTTPS_SUBDOMAINS: onOrOff().prefault('off'),
  CORS_ORIGINS: understood(
    (written) => toList(written, (entry) => entry === '*' || toOrigin(entry) === entry),
    'origins such as https://chat.example.org, separated by commas',
  ).prefault(''),
  SOCKETS_BY_USER_ID: onOrOff().prefault('off'),
  TRUSTED_PROXIES: understood(
    (written) => toList(written, isAddressOrNetwork),
    describeProxies,
  ).prefault(''),
  DEVTOOLS: onOrOff().prefault('on'),
  RATE_LIMITS: onOrOff().prefault('on'),
  SIGN_UPS: z.enum(SIGN_UP_MODES, 'open, invite or closed').prefault('open'),
  INVITES: z.enum(['operator', 'everyone'], 'operator or everyone').prefault('operator'),
  ACCOUNTS_DIR: z
    .string()
    .transform((path) => (path === '' ? null : resolve(path)))
    .prefault(''),
  SIGN_INS_PER_MINUTE: wholeNumber(1, 1_000_000).prefault('60'),
  FAILED_LOG_INS_PER_ACCOUNT: wholeNumber(1, 1_000_000).prefault('10'),
  FAILED_LOG_INS_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault('100'),
  SIGN_UPS_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault('500'),
  SENDS_PER_MINUTE: wholeNumber(1, 1_000_000).prefault('600'),
  CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).prefault('3000'),
  SOCKETS_PER_PERSON: wholeNumber(1, 1_000_000).prefault('50'),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault('500'),
  SOCKET_BACKLOG_BYTES: wholeNumber(16 * 1024, 100_000_000).prefault(String(512 * 1024)),
  MEMORY_BUDGET_BYTES: wholeNumber(1024 * 1024, 999_999_999).prefault(String(192 * 1024 * 1024)),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).prefault('20000'),
  MAX_IMAGE_BYTES: wholeNumber(1024, LIMITS.imageBytes).prefault(String(LIMITS.imageBytes)),
  PICTURE_BYTES_PER_DAY: wholeNumber(0, 1e15).prefault('500000000'),
  TEXT_BYTES_PER_DAY: wholeNumber(0, 1e15).prefault('50000000'),
  MAX_PICTURE_BYTES_TOTAL: wholeNumber(0, 1e15).prefault('20000000000'),
  PUSH: onOrOff().prefault('on'),
  PUSH_SERVICES: understood(
    (written) => toList(written, isHostOrHosts),
    'hosts such as push.example.org or *.example.org, separated by commas',
  ).prefault(''),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .prefault('info'),
});

/** Contain a password: no message repeats them, and each may be in a file named by `…_FILE`. */
const SECRETS = ['DATABASE_URL', 'REDIS_URL'];
const isSecret = (name: string): boolean => SECRETS.includes(name);

export type Config = z.output<typeof CONFIG>;

export class ConfigError extends Error {}

/** The names of all variables that mean something. */
export const listVariables = (): string[] => [
  ...Object.keys(CONFIG.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

export function readConfig(environment: Record<string, string | undefined>): Config {
  const written: Record<string, string> = {};
  for (const name of Object.keys(CONFIG.shape)) {
    const given = environment[name]?.trim();
    const inFile = isSecret(name) && readSecretFile(name, environment);
    if (given && inFile) {
      throw new ConfigError(`${name} and ${name}_FILE are both set: unset one.`);
    }
    const value = given || inFile;
    if (value) written[name] = value;
  }
  const result = CONFIG.safeParse(written);
  if (result.success) {
    // Each node would store its own messages, and the others would only get their events.
    if (result.data.REDIS_URL !== null && result.data.DATABASE_URL === null) {
      throw new ConfigError('REDIS_URL needs DATABASE_URL: nodes share one database.');
    }
    // Pages of other sites would request pictures from their own address.
    if (result.data.CORS_ORIGINS.length > 0 && result.data.PUBLIC_URL === null) {
      throw new ConfigError(
        'CORS_ORIGINS needs PUBLIC_URL: pages of other sites need picture addresses that begin with the address of this server.',
      );
    }
    return result.data;
  }
  const [issue] = result.error.issues;
  const name = String(issue?.path[0]);
  const value = isSecret(name) ? 'what it is now cannot be understood' : `it is "${written[name]}"`;
  throw new ConfigError(`${name} must be ${issue?.message}; ${value}.`);
}

/** The content of the file named by `NAME_FILE`, without its final newline; undefined if none is named. */
function readSecretFile(
  name: string,
  environment: Record<string, string | undefined>,
): string | undefined {
  const path = environment[`${name}_FILE`]?.trim();
  if (!path) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError(`${name}_FILE names ${path}, which cannot be read (${reason}).`);
  }
  if (text === '') throw new ConfigError(`${name}_FILE names ${path}, which is empty.`);
  return text;
}

/** The value that `parse` returns for the text; undefined means invalid. */
function understood<Value>(
  parse: (written: string) => Value | undefined,
  message: string | ((written: string) => string),
) {
  return z.string().transform((written, context): Value => {
    const value = parse(written);
    if (value !== undefined) return value;
    const words = typeof message === 'string' ? message : message(written);
    context.addIssue({ code: 'custom', message: words });
    return z.NEVER;
  });
}

function onOrOff() {
  return z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on');
}

function wholeNumber(min: number, max: number) {
  return understood((written) => {
    const value = /^\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  }, `a whole number from ${min} to ${max}`);
}

function toEntries(written: string): string[] {
  return written
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function toList(written: string, isAcceptable: (entry: string) => boolean): string[] | undefined {
  const entries = toEntries(written);
  return entries.every(isAcceptable) ? entries : undefined;
}

/** The origin of an http address with nothing after it but a slash. */
function toOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isPlain ? url.origin : undefined;
}

/** The unchanged address, if it begins with one of these protocols. */
function toUrlOf(protocol: RegExp, address: string): string | undefined {
  return URL.canParse(address) && protocol.test(new URL(address).protocol) ? address : undefined;
}

/** The path may be a database number; the Redis client supports nothing else. */
function toRedisUrl(address: string): string | undefined {
  if (toUrlOf(/^rediss?:$/, address) === undefined) return undefined;
  const { username, password, pathname } = new URL(address);
  return /^(\/\d*)?$/.test(pathname) && isEncoded(username + password) ? address : undefined;
}

/** A name with a dot, perhaps with a port, perhaps for all hosts below it. */
function isHostOrHosts(entry: string): boolean {
  const host = entry.replace(/^\*\./, '');
  const address = `https://${host}`;
  return host.includes('.') && URL.canParse(address) && new URL(address).host === host;
}

/** Whether each `%` begins an encoded character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function describeProxies(written: string): string {
  const wrong = toEntries(written).find((entry) => !isAddressOrNetwork(entry)) ?? '';
  const why = /\/0+$/.test(wrong) ? 'would believe everybody' : 'is neither';
  return `IP addresses or networks such as 10.0.0.0/8, separated by commas, and "${wrong}" ${why}`;
}
