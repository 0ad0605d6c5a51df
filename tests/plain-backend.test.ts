/** The stand-in for strangers is strict itself: what it lets through, the flows rely on. */
import { io as connect } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDataUrl, makePng } from './support/pictures.ts';
import { type PlainBackend, startPlainBackend } from './support/plain-backend.ts';

describe('The plain backend', () => {
  let backend: PlainBackend;
  beforeEach(async () => {
    backend = await startPlainBackend({ clientOrigin: 'http://client.example' });
  });
  afterEach(() => backend.stop());

  const signUp = (headers: Record<string, string> = {}, more: object = {}) =>
    fetch(`${backend.url}/api/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ fullName: 'A', email: 'a@b.c', password: 'p', bio: 'b', ...more }),
    });

  test('finds nothing to complain about in a call of the contract', async () => {
    expect(await (await signUp()).json()).toMatchObject({ success: true });
    expect(backend.trespasses).toEqual([]);
  });

  test('writes down headers, fields and paths that the contract does not name', async () => {
    await signUp({ 'Idempotency-Key': '1' }, { clientId: 'x' });
    await fetch(`${backend.url}/api/v1/auth/logout`, { method: 'POST' });
    expect(backend.trespasses).toEqual([
      'POST /auth/signup: unknown header idempotency-key',
      'POST /auth/signup: unknown field clientId',
      'POST /auth/logout: unknown call',
    ]);
  });

  test('writes down query parameters and handshake values that nobody has named', async () => {
    await fetch(`${backend.url}/api/v1/messages/users?fresh=1`);
    await fetch(`${backend.url}/api/v1/messages/abc?limit=1&order=desc`);
    const socket = connect(backend.url, {
      query: { userId: 'x', device: '1' },
      auth: { key: '1' },
    });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.close();
    expect(backend.trespasses).toEqual([
      'GET /messages/users: unknown query parameter fresh',
      'GET /messages/abc: unknown query parameter order',
      'socket: unknown query parameter device',
      'socket: unknown handshake value key',
      'socket: userId is x',
    ]);
  });

  test('keeps one socket of each person, and forgets it when any of theirs closes', async () => {
    const open = async (userId: string) => {
      const socket = connect(backend.url, { query: { userId }, forceNew: true });
      const lists: string[][] = [];
      const heard: unknown[] = [];
      socket.on('getOnlineUsers', (list: string[]) => lists.push(list));
      socket.on('newMessage', (message: unknown) => heard.push(message));
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      return { socket, lists, heard };
    };
    const ada = 'a'.repeat(24);
    const first = await open(ada);
    await expect.poll(() => first.lists.at(-1)).toEqual([ada]);
    const second = await open(ada);
    await expect.poll(() => first.lists.length).toBe(2);
    backend.emitTo(ada, 'newMessage', 'hello');
    await expect.poll(() => second.heard).toEqual(['hello']);
    expect(first.heard).toEqual([]);
    second.socket.close();
    await expect.poll(() => first.lists.at(-1)).toEqual([]);
    first.socket.close();
  });

  test('answers pictures as it got them, or under an address of its own', async () => {
    const other = await startPlainBackend({ pictures: 'addresses' });
    const image = makeDataUrl(makePng(4, 4));
    for (const [{ world, url }, address] of [
      [backend, image],
      [other, `${other.url}/uploads/1`],
    ] as const) {
      const person = { fullName: 'A', email: 'a@b.c', password: 'p', bio: 'b' };
      const { user } = world.signUp(person);
      expect(world.send(user._id, user._id, { image }).image, url).toBe(address);
    }
    const answer = await fetch(`${other.url}/uploads/1`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(makePng(4, 4));
    await other.stop();
  });

  test('refuses a preflight that asks for an unknown header', async () => {
    const ask = (header: string) =>
      fetch(`${backend.url}/api/v1/messages/users`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-headers': header },
      });
    expect((await ask('token,content-type')).status).toBe(204);
    expect((await ask('token,idempotency-key')).status).toBe(403);
    expect(backend.trespasses).toEqual(['preflight: unknown header idempotency-key']);
  });

  test('meets the next calls with the faults that were scripted, and no more', async () => {
    backend.faults.script({ method: 'POST' }, { kind: 'status', status: 500, message: 'No.' });
    backend.faults.script({ path: /signup$/ }, { kind: 'loseAnswer' });
    expect((await signUp()).status).toBe(500);
    await expect(signUp()).rejects.toThrow();
    expect(backend.world.users).toHaveLength(1);
    expect(await (await signUp()).json()).toMatchObject({ success: false });
  });

  test('keeps people and messages while it is stopped', async () => {
    await signUp();
    await backend.stop();
    await expect(signUp()).rejects.toThrow();
    await backend.start();
    expect(backend.world.users).toHaveLength(1);
    expect(await (await signUp()).json()).toMatchObject({ message: 'Account already exists' });
  });
});
