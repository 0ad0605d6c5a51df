/** What stands in the log of an account's security, and what never does. */
import { expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { call, signUp } from './support/calls.ts';
import { listen, refusal } from './support/sockets.ts';

const listEvents = (server: TestServer) =>
  server
    .readLog()
    .split('\n')
    .filter((line) => line.includes('"security event"'))
    .map((line) => JSON.parse(line))
    .map(({ event, outcome, address, userId }) => ({ event, outcome, address, userId }));

test('Each sign-in, each change of an account and each refusal, also of a socket, is told with the person and the address', async () => {
  const server = await startServer({
    config: {
      RATE_LIMITS: true,
      FAILED_LOG_INS_PER_ACCOUNT: 1,
      TRUSTED_PROXIES: ['127.0.0.0/8'],
    },
  });
  onTestFinished(() => server.close());
  const ada = await signUp(server.url, 'Ada');
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const { token } = ada;
  const ask = (method: string, path: string, body: object) =>
    call(server.url, method, path, { headers, token, body });
  const wrong = { email: ada.email, password: 'a wrong guess' };
  const newPassword = 'quite another one';
  await ask('POST', '/auth/login', { email: ada.email, password: ada.password });
  await ask('POST', '/auth/login', wrong);
  await ask('POST', '/auth/login', wrong);
  await ask('POST', '/auth/signup', { ...wrong, fullName: 'Eve', bio: 'x' });
  await ask('PUT', '/auth/password', { password: ada.password, newPassword });
  await ask('POST', '/auth/sessions/x/end', {});
  await ask('POST', '/auth/delete-account', { password: wrong.password });
  await ask('POST', '/auth/logout', {});

  const address = headers['x-forwarded-for'];
  const own = { address, userId: ada.id };
  expect(listEvents(server)).toEqual([
    { event: 'sign-up', outcome: 'done', address: '127.0.0.1', userId: ada.id },
    { event: 'log-in', outcome: 'done', ...own },
    { event: 'log-in', outcome: 'wrongCredentials', address, userId: undefined },
    { event: 'log-in', outcome: 'tooMany', address, userId: undefined },
    { event: 'sign-up', outcome: 'emailTaken', address, userId: undefined },
    { event: 'password change', outcome: 'done', ...own },
    { event: 'session end', outcome: 'notFound', ...own },
    { event: 'account deletion', outcome: 'invalid', ...own },
    { event: 'log-out', outcome: 'done', ...own },
  ]);
  await refusal(listen(server.url, ada, { auth: { token: 'made up' } }));
  const lines = server.readLog().split('\n');
  const socket = lines.find((line) => line.includes('"socket refused"')) ?? '{}';
  const told = { reason: 'unauthenticated', address: '127.0.0.1' };
  expect(JSON.parse(socket)).toMatchObject(told);
  for (const secret of ['made up', ada.email, ada.password, wrong.password, newPassword, token]) {
    expect(server.readLog()).not.toContain(secret);
  }
});
