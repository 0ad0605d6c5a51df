/** A shell may have settings of a server that people use. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { duet, withDirectory, withServer } from './bench/rivals.ts';
import { inheritEnvironment } from './support/inherited-environment.ts';
import { startServerProcess } from './support/server-process.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://duet@127.0.0.1:1/duet');
  vi.stubEnv('PUBLIC_URL', 'https://chat.example.org');
  vi.stubEnv('PUBLIC_API_URL', 'https://chat.example.org');
});
afterEach(() => void vi.unstubAllEnvs());

test('No test and no measurement starts a server with them', async () => {
  const server = await startServerProcess();
  await server.dispose();
  await withDirectory((dataDir) => withServer(duet, dataDir, async () => {}));
});

test('No client is built with them', () => {
  vi.stubEnv('SOMETHING_ELSE', 'stays');
  const inherited = inheritEnvironment();
  expect(inherited).not.toHaveProperty('PUBLIC_API_URL');
  expect(inherited).toMatchObject({ SOMETHING_ELSE: 'stays' });
});
