/** Spec section 6 and the start of the app: who reaches which screen, and what happens to the session. */
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endSession, startSession } from '../../src/stores/session.ts';
import type { PlainBackend } from '../support/plain-backend.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';
import { signUp } from './support/sign-up.ts';

/** A backend at which Ada has a session. */
async function start() {
  const backend = await startBackend();
  return { backend, ...signUp(backend, 'Ada Lovelace') };
}

const toHome = () => screen.findByRole('region', { name: 'People' });
const toScreen = (title: string) => screen.findByRole('heading', { level: 1, name: title });
const countChecks = (backend: PlainBackend) =>
  backend.calls.filter(({ path }) => path === '/auth/check').length;

test.each(['/', '/profile'])(
  'who is not signed in is led from %s to sign up (ROUTE-1, ROUTE-3, ROLE-1)',
  async (path) => {
    const backend = await startBackend();
    const app = await renderApp({ path });
    await toScreen('Sign up');
    expect(app.getPath()).toBe('/login');
    expect(backend.calls).toEqual([]);
  },
);

test('who is signed in is led from /login to the chats (ROUTE-2, ROLE-1)', async () => {
  const { token } = await start();
  const app = await renderApp({ path: '/login', token });
  await toHome();
  expect(app.getPath()).toBe('/');
});

test('a stored token is checked once with the server, and the person goes on (STATE-4)', async () => {
  const { backend, token } = await start();
  const app = await renderApp({ path: '/profile', token });
  await toScreen('Profile Details');
  expect(app.getPath()).toBe('/profile');
  expect(countChecks(backend)).toBe(1);
  expect(backend.calls[0]?.headers.token).toBe(token);
});

test.each([
  ['the network is back', { kind: 'cut' }, () => fireEvent(window, new Event('online'))],
  [
    'the person wants it',
    { kind: 'status', status: 503, message: 'Back in a minute.' },
    () => fireEvent.click(screen.getByRole('button', { name: 'Try now' })),
  ],
] as const)(
  'without the server the token stays, the app says so once, and tries again at once when %s',
  async (_when, fault, wake) => {
    const { backend, token } = await start();
    backend.faults.script({ path: /check/ }, fault, 1_000);
    const app = await renderApp({ path: '/', token });
    await screen.findByText('Can’t reach Duet. Trying again…');
    await waitFor(() => expect(countChecks(backend)).toBe(2));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(localStorage.getItem('token')).toBe(token);
    expect(app.getPath()).toBe('/');
    backend.faults.clear();
    wake();
    await toHome();
  },
);

test('a session that ends by itself leads to login, and the next one to the same conversation', async () => {
  const { backend, token } = await start();
  const { user: ben } = signUp(backend, 'Ben');
  const app = await renderApp({ path: `/?with=${ben._id}`, token });
  await screen.findByPlaceholderText('Send a message...');
  await act(async () => endSession('This device was logged out.'));
  await toScreen('Login');
  await act(async () => startSession(token));
  await screen.findByPlaceholderText('Send a message...');
  expect(app.history.location.href).toBe(`/?with=${ben._id}`);
  await act(async () => endSession());
  await toScreen('Login');
  expect(app.history.location.search).toBe('');
});

test('an address of nobody leads to the list, with a sentence', async () => {
  const { token } = await start();
  const app = await renderApp({ path: '/?with=nobody', token });
  await screen.findByText('Nobody is at this address any more.');
  await waitFor(() => expect(app.history.location.href).toBe('/'));
});

test('another account signed in in another tab takes over this one, and its signing out leads to login', async () => {
  const { backend, token } = await start();
  const ben = signUp(backend, 'Ben Nevis');
  await renderApp({ path: '/profile', token });
  await toScreen('Profile Details');
  localStorage.setItem('token', ben.token);
  fireEvent(
    window,
    new StorageEvent('storage', { key: 'token', oldValue: token, newValue: ben.token }),
  );
  await waitFor(() =>
    expect(screen.getByPlaceholderText('Your name')).toHaveProperty('value', 'Ben Nevis'),
  );
  localStorage.removeItem('token');
  fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: null }));
  await toScreen('Login');
});

test('the connection is opened once, and closed by signing out, which leads to login (STATE-3, STATE-5)', async () => {
  const { backend, token, user } = await start();
  const app = await renderApp({ path: '/', token });
  await waitFor(() => expect(backend.countSockets(user._id)).toBe(1));
  await act(async () => endSession());
  await waitFor(() => expect(backend.countSockets(user._id)).toBe(0));
  await toScreen('Login');
  expect(app.getPath()).toBe('/login');
  expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
});
