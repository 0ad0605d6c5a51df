/** A shell may have settings of a server that people use: no test and no measurement starts one with them. */
import { afterEach, expect, test, vi } from 'vitest';
import { inheritEnvironment } from './support/inherited-environment.ts';

afterEach(() => void vi.unstubAllEnvs());

test('What tests start inherits the environment without settings of a server or a build', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://duet@127.0.0.1:1/duet');
  vi.stubEnv('DATABASE_URL_FILE', '/run/secrets/database-url');
  vi.stubEnv('PUBLIC_URL', 'https://chat.example.org');
  vi.stubEnv('PUBLIC_API_URL', 'https://chat.example.org');
  vi.stubEnv('SOMETHING_ELSE', 'stays');
  const inherited = inheritEnvironment();
  for (const name of ['DATABASE_URL', 'DATABASE_URL_FILE', 'PUBLIC_URL', 'PUBLIC_API_URL']) {
    expect(inherited).not.toHaveProperty(name);
  }
  expect(inherited).toMatchObject({ SOMETHING_ELSE: 'stays' });
});
