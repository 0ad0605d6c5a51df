/** The stand-in for strangers is strict itself: what it lets through, the flows rely on. */
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
