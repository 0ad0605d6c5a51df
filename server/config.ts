/**
 * The environment, checked once at the start. Each setting is defined here with its default and meaning; the table in
 * the README is made of them.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { SIGN_UP_MODES } from '../src/protocol/entrance.ts';
import { LIMITS } from '../src/protocol/limits.ts';

interface Setting {
  /** The value of an unset or empty variable, as it would be written. */
  default: string;
  meaning: string;
  /** Contains a password, so no message repeats it; it may be in a file named by `…_FILE`. */
  isSecret?: true;
}

const settings = z.registry<Setting>();

/** Parses the written value; a message completes "PORT must be …". */
const CONFIG = z.object({
  PORT: wholeNumber(0, 65_535).register(settings, {
    default: '3000',
    meaning: 'Port to listen on; 0 takes any free one.',
  }),
  HOST: z.string().register(settings, {
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` opens the server to the network.',
  }),
  DATA_DIR: z
    .string()
    .transform((path) => resolve(path))
    .register(settings, {
      default: './data',
      meaning:
        'Folder of the database file and the pictures; made when missing, for its owner alone.',
    }),
  DATABASE_URL: understood(
    (written) => (written === '' ? null : toUrlOf(/^postgres(ql)?:$/, written)),
    'an address such as postgres://duet:password@localhost:5432/duet',
  ).register(settings, {
    default: '',
    meaning:
      'Address of a PostgreSQL database, such as `postgres://duet:password@localhost:5432/duet`, that holds everything in place of `DATA_DIR`; any number of nodes may share it. `DATABASE_URL_FILE` names a file that holds the address instead, as secrets of containers do.',
    isSecret: true,
  }),
  DATABASE_CONNECTIONS: wholeNumber(8, 1000).register(settings, {
    default: '10',
    meaning: 'With `DATABASE_URL`: connections to the database that this node may hold.',
  }),
  REDIS_URL: understood(
    (written) => (written === '' ? null : toRedisUrl(written)),
    'an address such as redis://localhost:6379',
  ).register(settings, {
    default: '',
    meaning:
      'Address of Redis or Valkey, such as `redis://localhost:6379`, through which several nodes are one. Realtime then speaks WebSocket only, so that no sticky sessions are needed. `REDIS_URL_FILE` names a file that holds the address instead.',
    isSecret: true,
  }),
  DRAIN_SECONDS: wholeNumber(0, 600).register(settings, {
    default: '15',
    meaning:
      'With `REDIS_URL`: time that clients get to move to another node before one that is asked to end does.',
  }),
  METRICS_PORT: wholeNumber(0, 65_535).register(settings, {
    default: '0',
    meaning:
      'Port on which `/metrics` answers Prometheus, apart from what people reach; 0 measures nothing.',
  }),
  METRICS_HOST: z.string().register(settings, {
    default: '127.0.0.1',
    meaning: 'Address on which `/metrics` is answered.',
  }),
  PUBLIC_URL: understood(
    (written) => (written === '' ? null : toOrigin(written)),
    'an address such as https://chat.example.org, without a path',
  ).register(settings, {
    default: '',
    meaning:
      'Address under which people reach the server, such as `https://chat.example.org`; picture addresses then begin with it.',
  }),
  HTTPS_SUBDOMAINS: onOrOff().register(settings, {
    default: 'off',
    meaning:
      '`on`, with an `https` address in `PUBLIC_URL`: browsers that were here once reach all hosts below that name over HTTPS only, also those of other programs.',
  }),
  CORS_ORIGINS: understood(
    (written) => toList(written, (entry) => entry === '*' || toOrigin(entry) === entry),
    'origins such as https://chat.example.org, separated by commas',
  ).register(settings, {
    default: '',
    meaning:
      'Origins of other sites whose pages may call the server, separated by commas; `*` allows all.',
  }),
  SOCKETS_BY_USER_ID: onOrOff().register(settings, {
    default: 'off',
    meaning:
      '`on` accepts realtime connections of clients that send only `userId`, and neither a token nor the cookie of the login. Whoever knows the id of a person can then read, live, every message that this person receives.',
  }),
  TRUSTED_PROXIES: understood(
    (written) => toList(written, isAddressOrNetwork),
    describeProxies,
  ).register(settings, {
    default: '',
    meaning:
      'Addresses or networks (`10.0.0.0/8`) of reverse proxies whose `X-Forwarded-For` is believed, separated by commas.',
  }),
  DEVTOOLS: onOrOff().register(settings, {
    default: 'on',
    meaning:
      '`off`: the app opens neither its developer tools nor the fault lab, so that no link can make it fail on purpose.',
  }),
  RATE_LIMITS: onOrOff().register(settings, {
    default: 'on',
    meaning:
      '`off` lifts the limits on rates, on failed logins, on new accounts and on connections per address.',
  }),
  SIGN_UPS: z.enum(SIGN_UP_MODES, 'open, invite or closed').register(settings, {
    default: 'open',
    meaning:
      'Who may make an account: `open` takes everybody, `invite` those with an invitation link (`npm run accounts -- invite`), `closed` nobody.',
  }),
  INVITES: z.enum(['operator', 'everyone'], 'operator or everyone').register(settings, {
    default: 'operator',
    meaning:
      'Who may make invitation links: the `operator` alone, or `everyone` who has an account, by "Invite someone" in the menu.',
  }),
  ACCOUNTS_DIR: z
    .string()
    .transform((path) => (path === '' ? null : resolve(path)))
    .register(settings, {
      default: '',
      meaning:
        'Folder of the socket through which `npm run accounts` asks the server; without it `DATA_DIR`, and with `DATABASE_URL` none. Only the user who runs the server can open the socket.',
    }),
  SIGN_INS_PER_MINUTE: wholeNumber(1, 1_000_000).register(settings, {
    default: '60',
    meaning: 'Sign-ups and logins accepted from one address in a minute.',
  }),
  FAILED_LOG_INS_PER_ACCOUNT: wholeNumber(1, 1_000_000).register(settings, {
    default: '10',
    meaning: 'Wrong passwords for one account from one address in 15 minutes.',
  }),
  FAILED_LOG_INS_PER_ADDRESS: wholeNumber(1, 1_000_000).register(settings, {
    default: '100',
    meaning: 'Wrong passwords from one address for any accounts in 15 minutes.',
  }),
  SIGN_UPS_PER_ADDRESS: wholeNumber(1, 1_000_000).register(settings, {
    default: '500',
    meaning: 'Accounts made from one address in an hour.',
  }),
  SENDS_PER_MINUTE: wholeNumber(1, 1_000_000).register(settings, {
    default: '600',
    meaning:
      'Messages, edits, reactions and deletions accepted from one person in a minute. A picture also costs a call for each 64 KiB.',
  }),
  CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).register(settings, {
    default: '3000',
    meaning:
      'Calls accepted from one person in a minute, over all devices. More work costs more: a call for each 16 KiB of a long answer and for each 4 ms of a search, 5 to block, 20 to change the profile, 50 to change the password. One address may ask for ten times as much without a session (files, pictures, health checks).',
  }),
  SOCKETS_PER_PERSON: wholeNumber(1, 1_000_000).register(settings, {
    default: '50',
    meaning: 'Realtime connections (windows and devices) one person may hold at a time.',
  }),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).register(settings, {
    default: '500',
    meaning:
      'Network connections, requests under way, and realtime connections, one address may hold at a time.',
  }),
  SOCKET_BACKLOG_BYTES: wholeNumber(16 * 1024, 100_000_000).register(settings, {
    default: String(512 * 1024),
    meaning: 'Bytes kept for a client that does not read before its connection is cut.',
  }),
  MEMORY_BUDGET_BYTES: wholeNumber(1024 * 1024, 999_999_999).register(settings, {
    default: String(192 * 1024 * 1024),
    meaning:
      'Memory for what is on its way: bodies that arrive, and answers and events that wait to be read. When it is taken, uploads and long answers wait, and are refused after 5 s.',
  }),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).register(settings, {
    default: '20000',
    meaning: 'Network connections the server holds at a time.',
  }),
  MAX_IMAGE_BYTES: wholeNumber(1024, LIMITS.imageBytes).register(settings, {
    default: String(LIMITS.imageBytes),
    meaning: 'Largest picture accepted, in bytes; the default is also the most.',
  }),
  PICTURE_BYTES_PER_DAY: wholeNumber(0, 1e15).register(settings, {
    default: '500000000',
    meaning:
      'Bytes of pictures accepted from one person in 24 hours, which begin with the first; 0 accepts any number. The default is some sixty of the largest, or over a thousand as the app sends them.',
  }),
  TEXT_BYTES_PER_DAY: wholeNumber(0, 1e15).register(settings, {
    default: '50000000',
    meaning:
      'Bytes of texts accepted from one person at once; a day brings as many again, bit by bit. 0 accepts any number. The default is some fifty thick books.',
  }),
  MAX_PICTURE_BYTES_TOTAL: wholeNumber(0, 1e15).register(settings, {
    default: '20000000000',
    meaning:
      'With `DATABASE_URL`: bytes of all pictures together. Beyond that pictures are refused and texts are not; keep it below what the volume of the database holds, and raise it with that. 0 accepts any number. (In `DATA_DIR` pictures leave the last twentieth of the disk, and texts the last eightieth.)',
  }),
  PUSH: onOrOff().register(settings, {
    default: 'on',
    meaning:
      '`off`: nothing is pushed to browsers whose pages are closed. Otherwise, with an `https` address in `PUBLIC_URL`, the server posts encrypted notices to the push services of the browsers of people who asked for it.',
  }),
  PUSH_SERVICES: understood(
    (written) => toList(written, isHostOrHosts),
    'hosts such as push.example.org or *.example.org, separated by commas',
  ).register(settings, {
    default: '',
    meaning:
      'Hosts of push services beside those of Chrome, Firefox, Safari and Edge, separated by commas; `*.example.org` stands for all hosts below. Their addresses must be public too.',
  }),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .register(settings, {
      default: 'info',
      meaning: 'How much is logged on stderr: fatal, error, warn, info, debug, trace or silent.',
    }),
});
export type Config = z.output<typeof CONFIG>;

/** Names the variable and says what its value must be. */
export class ConfigError extends Error {}

/** The rows of the configuration table. */
export function describeSettings(): Array<Setting & { name: string }> {
  return Object.entries(CONFIG.shape).flatMap(([name, schema]) => {
    const setting = settings.get(schema);
    return setting ? [{ name, ...setting }] : [];
  });
}

/** Throws a ConfigError for the first invalid variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const written: Record<string, string> = {};
  for (const setting of describeSettings()) {
    const given = environment[setting.name]?.trim();
    const inFile = setting.isSecret && readSecretFile(setting.name, environment);
    if (given && inFile) {
      throw new ConfigError(`${setting.name} and ${setting.name}_FILE are both set: unset one.`);
    }
    written[setting.name] = given || inFile || setting.default;
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
  const isSecret = describeSettings().some((setting) => setting.name === name && setting.isSecret);
  const value = isSecret ? 'what it is now cannot be understood' : `it is "${written[name]}"`;
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
