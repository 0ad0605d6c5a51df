/** Invitations and links for a new password on the auth screen. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetCode } from '../../src/screens/auth/entrance.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';
import { signUp } from './support/sign-up.ts';

const CODE = 'c'.repeat(40);

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

/** As our server writes it into its page. */
function say(entrance: Record<string, string>): void {
  const meta = document.createElement('meta');
  meta.name = 'entrance';
  meta.content = new URLSearchParams(entrance).toString();
  document.head.append(meta);
}

afterEach(() => {
  document.querySelector('meta[name="entrance"]')?.remove();
  forgetCode();
});

test.each<[string, string, RegExp, Record<string, string>]>([
  ['by invitation only', '', /You need an invitation to join/, { signUps: 'invite' }],
  [
    'with a spent one',
    CODE,
    /has been used or has expired/,
    { signUps: 'invite', spent: 'invite' },
  ],
  ['while nobody can', CODE, /Nobody can join at the moment/, { signUps: 'closed' }],
])(
  'who cannot sign up %s reads that before any field, and may log in',
  async (_why, code, reason, entrance) => {
    say(entrance);
    await startBackend();
    await renderApp({ path: code ? `/login?invite=${code}` : '/login' });
    expect(title()).toBe('Sign up');
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Login here' }));
    await screen.findByRole('heading', { name: 'Login' });
    expect(screen.getByLabelText('Email')).toBeTruthy();
  },
);

test('an invitation names who sent it, leaves the address, stays after a reload, and goes along with the sign-up', async () => {
  say({ signUps: 'invite', from: 'Grace Hopper' });
  const backend = await startBackend();
  const before = await renderApp({ path: `/login?with=someone&invite=${CODE}` });
  expect(screen.getByText('Invited by Grace Hopper')).toBeTruthy();
  await waitFor(() => expect(before.history.location.href).toBe('/login?with=someone'));
  cleanup();
  document.querySelector('meta[name="entrance"]')?.remove();
  const kept = sessionStorage.getItem('entrance');
  forgetCode();
  sessionStorage.setItem('entrance', kept ?? '');
  say({ signUps: 'invite' });
  const app = await renderApp({ path: '/login' });
  expect(screen.getByText('Invited by Grace Hopper')).toBeTruthy();
  type('Full Name', 'Ada Lovelace');
  type('Email', 'ada@example.org');
  type('Password', 'long enough to be one');
  press('Create Account');
  type('Bio', 'Notes on an engine.');
  press('Create Account');
  await waitFor(() => expect(app.getPath()).toBe('/'));
  const [post] = backend.calls.filter(({ method }) => method === 'POST');
  expect(post?.fields).toMatchObject({ email: 'ada@example.org', invite: CODE });
  expect(sessionStorage.getItem('entrance')).toBeNull();
});

test('a link for a new password asks for nothing else, and logs in with it', async () => {
  say({ signUps: 'closed', email: 'ada@example.org' });
  const backend = await startBackend();
  await renderApp({ path: `/login?reset=${CODE}` });
  expect(title()).toBe('New password');
  expect(screen.getByText(/^For ada@example.org/)).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.queryByText('Already have an account?')).toBeNull();
  type('Password', 'quite another one');
  press('Save and log in');
  await waitFor(() => expect(backend.calls).toHaveLength(1));
  expect(backend.calls[0]).toMatchObject({
    path: '/auth/login',
    fields: { email: 'ada@example.org', password: 'quite another one', reset: CODE },
  });
});

test('a used link for a new password says so, and leads to the login', async () => {
  say({ signUps: 'open', spent: 'reset' });
  await startBackend();
  await renderApp({ path: `/login?reset=${CODE}` });
  expect(title()).toBe('New password');
  expect(screen.getByText(/This link has been used or has expired/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Login here' }));
  await screen.findByRole('heading', { name: 'Login' });
  fireEvent.click(screen.getByRole('link', { name: 'Click here' }));
  await screen.findByLabelText('Full Name');
});

test('somebody who is signed in keeps the session, and the code does not stay in the address', async () => {
  const backend = await startBackend();
  const { token } = signUp(backend, 'Ada');
  const app = await renderApp({ path: `/login?with=someone&reset=${CODE}`, token });
  await waitFor(() => expect(app.history.location.href).toBe('/?with=someone'));
  await screen.findByText(/Log out, and open the link/);
  expect(localStorage.getItem('token')).toBe(token);
});
