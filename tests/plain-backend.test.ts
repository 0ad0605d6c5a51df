/** The stand-in for strangers is strict itself: what it lets through, the flows rely on. */
import { io as connect } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

  test('writes down what the contract does not name, and nothing else', async () => {
    expect(await (await signUp()).json()).toMatchObject({ success: true });
    expect(backend.trespasses).toEqual([]);
    await signUp({ 'Idempotency-Key': '1' }, { clientId: 'x' });
    await fetch(`${backend.url}/api/v1/auth/logout`, { method: 'POST' });
    await fetch(`${backend.url}/api/v1/messages/users?fresh=1`);
    await fetch(`${backend.url}/api/v1/messages/abc?limit=1&order=desc`);
    const socket = connect(backend.url, {
      query: { userId: 'x', device: '1' },
      auth: { key: '1' },
    });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.close();
    expect(backend.trespasses).toEqual([
      'POST /auth/signup: unknown header idempotency-key',
      'POST /auth/signup: unknown field clientId',
      'POST /auth/logout: unknown call',
      'GET /messages/users: unknown query parameter fresh',
      'GET /messages/abc: unknown query parameter order',
      'socket: unknown query parameter device',
      'socket: unknown handshake value key',
      'socket: userId is x',
    ]);
  });
});
