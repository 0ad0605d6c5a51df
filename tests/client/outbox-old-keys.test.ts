/** Messages whose next try comes when the real server has forgotten their keys. */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { set } from 'idb-keyval';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { idOf, listStored, store } from '../../src/outbox/storage.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { API_PREFIX, IDEMPOTENCY_HEADER, TOKEN_HEADER } from '../../src/protocol/http.ts';
import { clearSelection } from '../../src/stores/selection.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import {
  callApi,
  type Member,
  makePerson,
  readField,
  register,
  sendByCall,
} from '../support/backends.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { openWindow, setLookedAt, setOnline } from './support/window.ts';

const DAYS_MS = 3 * 24 * 60 * 60 * 1000;

beforeEach(() => setLookedAt(true));

afterEach(() => {
  setOnline(true);
  vi.useRealTimers();
});

/** Ada has written these some days ago while she was offline, and closed her window. */
async function writeAndLeave(...texts: string[]) {
  const server = await startServerProcess({ CORS_ORIGINS: location.origin });
  vi.stubEnv('PUBLIC_API_URL', server.url);
  const me = await register(server, makePerson('Ada'));
  const peer = await register(server, makePerson('Grace'));
  startSession(me.token);
  onTestFinished(async () => {
    endSession();
    clearSelection();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await server.dispose();
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAYS_MS });
  const window = await openWindow(FEATURES);
  await window.load(peer.id);
  setOnline(false);
  for (const text of texts) window.outbox.send(peer.id, { text });
  await eventually(async () => expect(await listStored(me.id)).toHaveLength(texts.length));
  window.crash();
  setOnline(true);
  vi.useRealTimers();
  const keys = (await listStored(me.id)).map(([key]) => key);
  return { server, me, peer, keys };
}

/** What the server has stored is as old as what Ada wrote. */
async function age(server: ServerProcess): Promise<void> {
  await server.stop();
  const database = new DatabaseSync(join(server.dataDir, 'duet.db'));
  database.exec(`
    update messages set created_at = created_at - ${DAYS_MS};
    update operations set at = at - ${DAYS_MS}`);
  database.close();
  await server.start();
}

/** A try of the closed window that the server took, and whose answer was lost. */
async function sendUnheard(
  { server, me, peer }: { server: { url: string }; me: Member; peer: Member },
  key: string | undefined,
  text: string,
) {
  const response = await fetch(`${server.url}${API_PREFIX}/messages/send/${peer.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [TOKEN_HEADER]: me.token,
      [IDEMPOTENCY_HEADER]: key ?? '',
    },
    body: JSON.stringify({ text }),
  });
  expect(response.ok).toBe(true);
}

/** What the server has, once nothing is unsent. */
async function readAll(server: { url: string }, me: Member, peer: Member): Promise<unknown[]> {
  await eventually(async () => expect(await listStored(me.id)).toEqual([]));
  const answer = await callApi(server, 'GET', `/messages/${peer.id}`, { token: me.token });
  const messages = readField(answer, 'messages');
  return Array.isArray(messages) ? messages.map((message) => readField(message, 'text')) : [];
}

test('A message whose answer was lost is there once, though the server has forgotten its key since', async () => {
  const world = await writeAndLeave('arrived', 'never left');
  const { server, me, peer, keys } = world;
  await sendUnheard(world, keys[0], 'arrived');
  await age(server);
  // With this one the old keys go.
  await sendUnheard(world, randomUUID(), 'since then');
  await openWindow(FEATURES);
  expect(await readAll(server, me, peer)).toEqual(['arrived', 'since then', 'never left']);
});

test('A message that never left goes out after days, whatever was said in the same words since', async () => {
  const { server, me, peer } = await writeAndLeave('ok', 'ok');
  await sendByCall(server, me, peer, { text: 'ok' });
  await openWindow(FEATURES);
  expect(await readAll(server, me, peer)).toEqual(['ok', 'ok', 'ok']);
});

test('What an earlier build has stored in another form is left alone, and is in nobody’s way', async () => {
  const accountId = 'a'.repeat(24);
  await set(idOf(accountId, randomUUID()), { mutation: { state: {} }, ownerId: 'x' }, store());
  expect(await listStored(accountId)).toEqual([]);
});
