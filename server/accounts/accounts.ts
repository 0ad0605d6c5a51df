/**
 * `npm run accounts -- COMMAND`: asks the running server through its socket (`command-socket.ts`). What takes up space is
 * measured here, since that also works while no server runs. Throws a ConfigError with one sentence for a person.
 */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '../config.ts';
import { hasCode } from '../store/files.ts';
import {
  describeUsage,
  formatBytes,
  measureDatabase,
  measureFolder,
  nameOf,
  sum,
  type Usage,
} from '../usage/usage.ts';
import { socketIn } from './command-socket.ts';
import { accountsSchema, answerSchema, type Command, commandSchema, toDay } from './commands.ts';

const HELP = `npm run accounts -- COMMAND

  list [WORD]                     people, the largest first; those whose name or email has the word
  invite [--uses N] [--days D]    a link by which N people (1) sign up within D days (7)
  invitations                     the open ones, of everybody
  revoke ID                       ends an invitation
  reset-password EMAIL            a link by which the person sets a new password within 24 hours
  log-out EMAIL                   on all devices
  lock EMAIL                      logs out, and lets nobody in by this account
  unlock EMAIL
  delete EMAIL [--messages]       the account; with all that the person has sent
  space                           what takes up the disk

  --json   for scripts            --yes   does not ask before something that cannot be undone`;

const MOST_PEOPLE = 20;

const WITH_EMAIL = new Set(['reset-password', 'log-out', 'lock', 'unlock', 'delete']);

interface Terminal {
  print(line: string): void;
  /** Whether the person agrees; undefined: nobody can be asked. */
  confirm(question: string): Promise<boolean | undefined>;
}

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'ACCOUNTS_DIR'>;

export async function runAccounts(
  words: readonly string[],
  place: Place,
  terminal: Terminal,
): Promise<void> {
  const { values, positionals } = parse(words);
  const [name, subject] = positionals;
  if (name === undefined || name === 'help' || values.help) return terminal.print(HELP);
  const printData = (data: unknown) => terminal.print(JSON.stringify(data, null, 2));

  if (name === 'space') {
    const usage = await measure(place);
    if (values.json) return printData(usage);
    for (const line of describeUsage(usage, MOST_PEOPLE)) terminal.print(line);
    return;
  }
  const command = toCommand(name, subject, values);
  const question = askFirst(command);
  if (question !== undefined && !values.yes) {
    const isAgreed = await terminal.confirm(question);
    if (isAgreed === undefined) throw new ConfigError(`${question} Add --yes to do it.`);
    if (!isAgreed) throw new ConfigError('Nothing was changed.');
  }
  const { message, data } = await ask(command, place);
  if (name === 'list') {
    const people = addSizes(accountsSchema.parse(data), await measure(place), subject);
    if (values.json) return printData(people);
    for (const line of describePeople(people)) terminal.print(line);
  } else if (values.json) printData(data);
  else terminal.print(toVisible(message));
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        uses: { type: 'string', default: '1' },
        days: { type: 'string', default: '7' },
        messages: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `${reason.split('\n')[0]} \`npm run accounts\` alone lists the commands.`,
    );
  }
}

function toCommand(
  name: string,
  subject: string | undefined,
  values: ReturnType<typeof parse>['values'],
): Command {
  if (WITH_EMAIL.has(name) && subject === undefined) {
    throw new ConfigError(`Name the person by email: npm run accounts -- ${name} EMAIL`);
  }
  const asked = {
    name,
    email: subject,
    id: subject,
    uses: Number(values.uses),
    days: Number(values.days),
    messages: values.messages,
  };
  const command = commandSchema.safeParse(asked);
  if (command.success) return command.data;
  const [problem] = command.error.issues;
  switch (problem?.path[0]) {
    case 'uses':
      throw new ConfigError('--uses takes a whole number from 1 to 1000.');
    case 'days':
      throw new ConfigError('--days takes a whole number from 1 to 365.');
    case 'id':
      throw new ConfigError('Name the invitation as `npm run accounts -- invitations` does.');
    default:
      throw new ConfigError(`There is no command ${name}. \`npm run accounts\` alone lists them.`);
  }
}

function askFirst(command: Command): string | undefined {
  switch (command.name) {
    case 'delete':
      return command.messages
        ? `Delete the account ${command.email} and every message it has sent? This cannot be undone.`
        : `Delete the account ${command.email}? This cannot be undone.`;
    case 'lock':
      return `Log out ${command.email} everywhere, and let this account in no more until it is unlocked?`;
    default:
      return undefined;
  }
}

async function ask(command: Command, { DATA_DIR, DATABASE_URL, ACCOUNTS_DIR }: Place) {
  if (ACCOUNTS_DIR === null && DATABASE_URL !== null) {
    throw new ConfigError(
      'With DATABASE_URL, set ACCOUNTS_DIR to a folder of this machine, for the server and for this command.',
    );
  }
  const path = socketIn(ACCOUNTS_DIR ?? DATA_DIR);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request({ socketPath: path, method: 'POST', agent: false }, (response) =>
    text(response).then(resolve, reject),
  );
  asked.once('error', reject);
  asked.end(JSON.stringify(command));
  const written = await promise.catch((error: unknown) => {
    if (hasCode(error, 'EACCES')) {
      throw new ConfigError(
        `${path} belongs to the user who runs the server: run this as that user.`,
      );
    }
    if (['ENOENT', 'ECONNREFUSED'].some((code) => hasCode(error, code))) {
      throw new ConfigError(
        `No server answers at ${path}: start it, or name its folder in DATA_DIR.`,
      );
    }
    throw error;
  });
  const answer = answerSchema.parse(JSON.parse(written));
  if (!answer.ok) throw new ConfigError(toVisible(answer.message));
  return answer;
}

async function measure({ DATABASE_URL, DATA_DIR }: Place): Promise<Usage> {
  return DATABASE_URL === null ? measureFolder(DATA_DIR) : measureDatabase(DATABASE_URL);
}

type Listed = ReturnType<typeof accountsSchema.parse>[number] & { bytes: number };

function addSizes(accounts: Omit<Listed, 'bytes'>[], usage: Usage, word = ''): Listed[] {
  const sizes = new Map(usage.people.map((person) => [person.email, sum(person)]));
  const wanted = word.toLowerCase();
  return accounts
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
    .map((account) => ({ ...account, bytes: sizes.get(account.email) ?? 0 }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

function* describePeople(people: readonly Listed[]): Generator<string> {
  yield `${'Person'.padEnd(44)}${'since'.padStart(10)}${'last seen'.padStart(12)}${'size'.padStart(10)}   state`;
  for (const { name, email, since, lastSeenAt, bytes, state } of people) {
    const seen = lastSeenAt === undefined ? '-' : toDay(lastSeenAt);
    yield `${nameOf({ name, email }).padEnd(44)}${toDay(since)}${seen.padStart(12)}${formatBytes(bytes)}   ${state}`;
  }
  yield people.length === 1 ? '1 person' : `${people.length} people`;
}

/** People choose their names: control characters must not reach the terminal. */
const toVisible = (words: string): string => words.replaceAll(/[^\P{C}\n]/gu, '?');
