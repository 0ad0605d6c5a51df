/** A database that an earlier version left behind, opened by this one: nothing is lost, everything works. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import type {
  AuthResponse,
  ConversationResponse,
  SendResponse,
  UsersResponse,
} from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call } from './support/calls.ts';

/** Ada, Grace and Linus; six messages between the first two, the fourth a picture; a session of Ada's. */
const ADAS_TOKEN = 'token of ada';
const PASSWORD = 'correct horse battery';

let server: TestServer;
let notes: string[];
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'duet-upgrade-'));
  const file = join(dataDir, 'duet.db');
  await copyFile(join(import.meta.dirname, 'older/schema-1.db'), file);
  const database = new DatabaseSync(file);
  // So that each of the two has seen something and not all.
  database.exec('update messages set seen = 1, delivered = 1 where seq = 1');
  database.close();
  notes = [];
  server = await startServer({ dataDir, note: (what) => notes.push(what) });
});
afterEach(() => server.close());

async function readPeople(token = ADAS_TOKEN) {
  const { body } = await call<UsersResponse>(server.url, 'GET', '/messages/users', { token });
  if (!body.success) throw new Error(body.message);
  return body;
}

async function logInGrace() {
  const { body } = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
    body: { email: 'GRACE@example.org', password: PASSWORD },
  });
  if (!body.success) throw new Error(body.message);
  return body;
}

describe('A database of schema 1', () => {
  test('still has its people, messages, receipts and sessions', async () => {
    const { users, unseenMessages } = await readPeople();
    expect(users.map(({ fullName }) => fullName)).toEqual(['Grace', 'Linus']);
    const [grace] = users;
    expect(grace).toMatchObject({
      lastSeenAt: expect.any(String),
      lastMessage: { text: 'Message 5' },
    });
    expect(unseenMessages).toEqual({ [grace?._id ?? '']: 1 });
    const { body } = await call<ConversationResponse>(
      server.url,
      'GET',
      `/messages/${grace?._id}?peek=true`,
      { token: ADAS_TOKEN },
    );
    if (!body.success) throw new Error(body.message);
    expect(body.messages.map(({ text, image }) => text ?? image)).toEqual([
      'Message 0',
      'Message 1',
      'Message 2',
      `/api/v1/media/${'a'.repeat(32)}`,
      'Message 4',
      'Message 5',
    ]);
    expect(body.messages.map(({ seen }) => seen)).toEqual([true, true, false, true, false, false]);
  });

  test('counts and marks what its people had not seen', async () => {
    const grace = (await readPeople()).users[0]?._id ?? '';
    const read = await call<ConversationResponse>(server.url, 'GET', `/messages/${grace}`, {
      token: ADAS_TOKEN,
    });
    if (!read.body.success) throw new Error(read.body.message);
    const seenOf = (messages: Message[]) => messages.map(({ seen }) => seen);
    const received = read.body.messages.filter(({ senderId }) => senderId === grace);
    const own = read.body.messages.filter(({ senderId }) => senderId !== grace);
    expect(seenOf(received)).toEqual([true, true, true]);
    expect(seenOf(own)).toEqual([true, false, false]);
    expect((await readPeople()).unseenMessages).toEqual({});
  });

  test('counts, delivers and marks what the other of the two had not seen', async () => {
    const { token, userData: grace } = await logInGrace();
    const { unseenMessages } = await readPeople(token);
    const [ada = ''] = Object.keys(unseenMessages);
    expect(unseenMessages).toEqual({ [ada]: 2 });
    const readUnseen = async (query: string) => {
      const path = `/messages/${ada}${query}`;
      const { body } = await call<ConversationResponse>(server.url, 'GET', path, { token });
      if (!body.success) throw new Error(body.message);
      return body.messages.filter(({ senderId, seen }) => senderId === ada && !seen);
    };
    const unseen = await readUnseen('?peek=true');
    expect(
      await server.store.markDelivered(grace._id, ada, unseen.at(-1)?._id ?? ''),
    ).toMatchObject({ from: unseen[0]?._id, upTo: unseen[1]?._id });
    await readUnseen('');
    expect(await readUnseen('?peek=true')).toEqual([]);
  });

  test('takes its passwords, new messages, and what came after it', async () => {
    const { users } = await readPeople();
    const [grace, linus] = users;
    const { token } = await logInGrace();
    const sent = await call<SendResponse>(server.url, 'POST', `/messages/send/${linus?._id}`, {
      token,
      body: { text: 'Hello' },
    });
    expect(sent.body).toMatchObject({ newMessage: { text: 'Hello' } });
    const sessions = await call(server.url, 'GET', '/auth/sessions', { token: ADAS_TOKEN });
    expect(sessions.body).toMatchObject({ sessions: [{ isCurrent: true, client: '' }] });
    await call(server.url, 'PUT', `/messages/block/${grace?._id}`, { token: ADAS_TOKEN });
    expect((await readPeople()).users[0]).toMatchObject({ blocked: true });
  });

  test('still knows under which keys messages were sent', async () => {
    const grace = (await readPeople()).users[0]?._id;
    const database = new DatabaseSync(join(server.dataDir, 'duet.db'));
    const { key } = database.prepare('select key from operations where target = 1').get() ?? {};
    database.close();

    const sendUnder = async (idempotencyKey: string) => {
      const { status } = await call(server.url, 'POST', `/messages/send/${grace}`, {
        token: ADAS_TOKEN,
        body: { text: 'Something else' },
        headers: { 'idempotency-key': idempotencyKey },
      });
      return status;
    };
    expect(await sendUnder(String(key))).toBe(422);
    expect(await sendUnder(randomUUID())).toBe(200);
  });

  test('is kept as it was beside the new one, which the log tells', async () => {
    const copy = join(server.dataDir, 'duet-schema-1.db');
    expect((await stat(copy)).mode & 0o077).toBe(0);
    const database = new DatabaseSync(copy, { readOnly: true });
    expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 1 });
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('select count(*) as count from messages').get()).toEqual({ count: 6 });
    database.close();
    expect(notes).toContainEqual(
      expect.stringMatching(/changes from 1 to \d+\. .* is kept in .*duet-schema-1\.db/),
    );
  });

  test('is sound afterwards', async () => {
    await server.stop();
    const database = new DatabaseSync(join(server.dataDir, 'duet.db'), { readOnly: true });
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    database.close();
  });
});
