/**
 * Takes the commands of `npm run accounts` from a Unix socket, which only the user who runs the server can open. One
 * request is one command as JSON (`commands.ts`); each is logged as a security event, without names and emails.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, type Invitation, RESET_DAYS } from '../domain/entrance.ts';
import { DomainError } from '../domain/errors.ts';
import type { Operator } from '../domain/operator.ts';
import type { StoredUser } from '../domain/ports/users.ts';
import { hasCode } from '../store/files.ts';
import { type Answer, type Command, commandSchema, toDay } from './commands.ts';

/** A longer path of a socket does not exist. */
const MAX_PATH = 103;

interface CommandSocketOptions {
  folder: string;
  operator: Operator;
  /** Where people reach the server; read when it listens. */
  readAddress: () => string;
  log: FastifyBaseLogger;
}

export const socketIn = (folder: string): string => join(folder, 'accounts.sock');

/** Resolves to a function that closes it. Without the socket the server serves people all the same: the log says why. */
export async function openCommandSocket(options: CommandSocketOptions): Promise<() => void> {
  const { folder, log } = options;
  const path = socketIn(folder);
  const server = createServer((incoming, response) => {
    answer(incoming, options).then((reply) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(reply));
    });
  });
  try {
    if (Buffer.byteLength(path) > MAX_PATH) {
      throw new Error(
        `the path ${path} is too long for a socket: set ACCOUNTS_DIR to a shorter one`,
      );
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (await isAnswered(path)) throw new Error(`another server listens at ${path}`);
    rmSync(path, { force: true });
    await listen(server, path);
  } catch (error) {
    log.warn({ err: error }, '`npm run accounts` cannot reach this server');
    return () => undefined;
  }
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

/** Never open to others, not even for a moment: its folder may be. */
async function listen(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  try {
    server.once('error', reject);
    server.listen(path, resolve);
  } finally {
    process.umask(before);
  }
  await promise;
  chmodSync(path, 0o600);
  // The server ends without waiting for a command.
  server.unref();
}

/** The file stays after a crash; then nobody answers. */
function isAnswered(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const asked = request({ socketPath: path, method: 'HEAD' }, (response) => {
    response.resume();
    resolve(true);
  });
  asked.once('error', (error) =>
    resolve(!['ENOENT', 'ECONNREFUSED'].some((code) => hasCode(error, code))),
  );
  asked.end();
  return promise;
}

async function answer(incoming: IncomingMessage, options: CommandSocketOptions): Promise<Answer> {
  const { log } = options;
  if (incoming.method !== 'POST') return { ok: false, message: 'Send a command.' };
  let command: Command;
  try {
    command = commandSchema.parse(JSON.parse(await text(incoming)));
  } catch {
    return { ok: false, message: 'This server does not know this command: is it another version?' };
  }
  const record = (outcome: string) =>
    log.info({ event: 'operator', command: command.name, outcome }, 'security event');
  try {
    const done = await carryOut(command, options);
    record('done');
    return { ok: true, ...done };
  } catch (error) {
    const isKnown = error instanceof DomainError;
    record(isKnown ? error.code : 'failed');
    if (isKnown) return { ok: false, message: error.message };
    log.error({ err: error }, 'command failed');
    return { ok: false, message: 'The server failed; its log says why.' };
  }
}

interface Done {
  message: string;
  data: unknown;
}

async function carryOut(
  command: Command,
  { operator, readAddress }: CommandSocketOptions,
): Promise<Done> {
  const { entrance } = operator;
  switch (command.name) {
    case 'list':
      return { message: '', data: await operator.list() };
    case 'invitations':
      return describeInvitations(await entrance.listAll());
    case 'invite': {
      const { uses, days } = command;
      const code = await entrance.inviteAsOperator({ uses, days });
      const link = `${readAddress()}/login?invite=${code}`;
      const until = new Date(Date.now() + days * DAY_MS).toISOString();
      const often = uses === 1 ? 'once' : `${uses} times`;
      const message = `Whoever opens this link can make an account. It can be used ${often}, until ${toDay(until)}.\n${link}`;
      return { message, data: { link, uses, until } };
    }
    case 'revoke':
      if (await entrance.revokeAny(command.id)) return { message: 'Revoked.', data: {} };
      throw new DomainError('notFound', `There is no open invitation ${command.id}.`);
    case 'reset-password': {
      const { user, code } = await operator.resetPassword(command.email);
      const link = `${readAddress()}/login?reset=${code}`;
      const until = new Date(Date.now() + RESET_DAYS * DAY_MS).toISOString();
      const message = `By this link ${nameOf(user)} sets a new password, and is logged out on all other devices. It can be used once, within 24 hours. Send it to nobody else.\n${link}`;
      return { message, data: { link, until } };
    }
    case 'log-out': {
      const { user, count } = await operator.logOut(command.email);
      const where = count === 1 ? '1 device' : `${count} devices`;
      return { message: `Logged out ${nameOf(user)} on ${where}.`, data: { sessions: count } };
    }
    case 'lock': {
      const user = await operator.setLocked(command.email, true);
      return {
        message: `Locked ${nameOf(user)}: logged out everywhere, and cannot log in.`,
        data: {},
      };
    }
    case 'unlock': {
      const user = await operator.setLocked(command.email, false);
      return { message: `Unlocked ${nameOf(user)}: can log in again.`, data: {} };
    }
    case 'delete': {
      const { user, count } = await operator.delete(command.email, {
        withMessages: command.messages,
      });
      const sent = command.messages
        ? `, with ${count === 1 ? '1 message' : `${count} messages`}`
        : '';
      return { message: `Deleted ${nameOf(user)}${sent}.`, data: { messages: count } };
    }
  }
}

function describeInvitations(invitations: readonly Invitation[]): Done {
  const lines = invitations.map(
    ({ id, from = 'the operator', usesLeft, createdAt, endsAt }) =>
      `${id}   ${usesLeft} left, from ${toDay(createdAt)} to ${toDay(endsAt)}, by ${from}`,
  );
  return { message: lines.join('\n') || 'There are no open invitations.', data: invitations };
}

const nameOf = ({ fullName, email }: StoredUser): string => `${fullName} <${email}>`;
