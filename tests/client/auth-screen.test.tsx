/** Spec section 2, "Auth screen". */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp, startBackend } from '../support/render-app.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

const ada = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.org',
  password: ' spaces count ',
  bio: 'Notes on an engine.',
};

function fillStepOne() {
  type('Full Name', ada.fullName);
  type('Email', ada.email);
  type('Password', ada.password);
}

async function toLogin() {
  follow('Login here');
  await screen.findByRole('heading', { name: 'Login' });
}

test('opens in sign up mode, on step one', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  expect(title()).toBe('Sign up');
  expect(screen.getByText('Step 1 of 2')).toBeTruthy();
  expect(document.title).toBe('Sign up · Duet');
});

test('“Create Account” on step one leads to step two, without a call (AUTH-2, LIMIT-5)', async () => {
  const backend = await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  expect(screen.getByPlaceholderText('Enter Your Bio').getAttribute('rows')).toBe('4');
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(document.activeElement).toBe(field('Bio'));
  expect(backend.calls).toEqual([]);
});

test('submitting step two signs up with all four fields in one call (AUTH-3)', async () => {
  const backend = await startBackend();
  const app = await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  type('Bio', `  ${ada.bio}\n`);
  press('Create Account');
  await waitFor(() => expect(app.getPath()).toBe('/'));
  const posts = backend.calls.filter(({ method }) => method === 'POST');
  expect(posts.map(({ path, fields }) => [path, fields])).toEqual([['/auth/signup', ada]]);
  expect(localStorage.getItem('token')).toMatch(/^plain\./);
  await screen.findByText('Account created successfully');
  expect(backend.trespasses).toEqual([]);
});

test('what was typed survives going back a step and switching to login and back (STATE-1)', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  type('Bio', 'Half a thought');
  press('Back');
  expect(field('Full Name').value).toBe(ada.fullName);
  expect(field('Password').value).toBe(ada.password);
  await toLogin();
  expect(field('Email').value).toBe(ada.email);
  follow('Click here');
  await screen.findByRole('heading', { name: 'Sign up' });
  expect(field('Full Name').value).toBe(ada.fullName);
  press('Create Account');
  expect(field('Bio').value).toBe('Half a thought');
});

test('“Login here” stands in both steps and resets the step (AUTH-1, AUTH-5)', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  await toLogin();
  expect(document.title).toBe('Login · Duet');
  follow('Click here');
  await screen.findByText('Step 1 of 2');
});

test('every field is required: problems stand under their fields, and the first of them gets the focus (VALID-1)', async () => {
  const backend = await startBackend();
  await renderApp({ path: '/login' });
  type('Full Name', '   ');
  type('Email', 'ada');
  press('Create Account');
  const name = field('Full Name');
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(describe(name)).toBe('Enter your full name.');
  expect(describe(field('Email'))).toBe('Enter a valid email address.');
  expect(describe(field('Password'))).toBe('Enter a password.');
  type('Full Name', 'Ada');
  expect(name.getAttribute('aria-invalid')).toBeNull();
  expect(backend.calls).toEqual([]);
});

test('an email with an international domain is valid, also where the browser refuses it', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  type('Email', 'ada@münchen.example');
  expect(field('Email')).toHaveProperty('validity.typeMismatch', true);
  press('Create Account');
  expect(field('Bio')).toBeTruthy();
});

test('a name may have as many characters as its limit, as a reader counts them', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  type('Full Name', '😀'.repeat(81));
  expect(describe(field('Full Name'))).toBe('1 character over the limit');
  press('Create Account');
  expect(describe(field('Full Name'))).toBe('Use at most 80 characters.');
  type('Full Name', '😀'.repeat(80));
  expect(describe(field('Full Name'))).toBe('0 characters left');
  press('Create Account');
  expect(field('Bio')).toBeTruthy();
});

test('a bio of blanks alone is missing', async () => {
  const backend = await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  type('Bio', ' \n ');
  press('Create Account');
  expect(describe(field('Bio'))).toBe('Say a few words about yourself.');
  expect(backend.calls).toEqual([]);
});

test('the terms are shown and not enforced (AUTH-6, VALID-5)', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  const terms = screen.getByRole('checkbox', {
    name: 'Agree to the terms of use & privacy policy',
  });
  expect(terms).toHaveProperty('checked', false);
  fireEvent.click(terms);
  fireEvent.click(terms);
  fillStepOne();
  press('Create Account');
  expect(field('Bio')).toBeTruthy();
});

test.each([
  ['short', 'Use at least 8 characters.'],
  [
    'Ada.Lovelace',
    'This password is your name, your email or the name of this app. Choose another.',
  ],
  [
    'ada@example.org',
    'This password is your name, your email or the name of this app. Choose another.',
  ],
  ['DuetDuet', 'This password is your name, your email or the name of this app. Choose another.'],
  ['ILoveYou1', 'This password is too common. Choose another.'],
])('step one refuses the password %s', async (password, problem) => {
  await startBackend();
  await renderApp({ path: '/login' });
  fillStepOne();
  type('Password', password);
  // Until the list of common passwords is there.
  await vi.dynamicImportSettled();
  press('Create Account');
  expect(describe(field('Password'))).toContain(problem);
  expect(document.activeElement).toBe(field('Password'));
  type('Password', ada.password);
  press('Create Account');
  expect(screen.getByPlaceholderText('Enter Your Bio')).toBeTruthy();
});

test('a wrong login is told of, marks the password and goes there; trouble on the way does not', async () => {
  const backend = await startBackend();
  backend.world.signUp(ada);
  await renderApp({ path: '/login' });
  await toLogin();
  type('Email', ada.email);
  type('Password', 'not the password');
  backend.faults.script({ path: /login/ }, { kind: 'status', status: 500 });
  press('Login Now');
  await screen.findByRole('alert');
  expect(field('Password').getAttribute('aria-invalid')).not.toBe('true');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Login Now' }).getAttribute('aria-busy')).not.toBe(
      'true',
    ),
  );
  press('Login Now');
  await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'));
  expect(describe(field('Password'))).toBe('Invalid credentials');
  expect(document.activeElement).toBe(field('Password'));
  expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
  follow('Click here');
  await waitFor(() => expect(screen.queryByText('Invalid credentials')).toBeNull());
});

test('logs in with the password exactly as typed, and goes home (AUTH-4)', async () => {
  const backend = await startBackend();
  backend.world.signUp(ada);
  const app = await renderApp({ path: '/login' });
  await toLogin();
  type('Email', ada.email);
  type('Password', ada.password);
  press('Login Now');
  await waitFor(() => expect(app.getPath()).toBe('/'));
  await screen.findByText('Login successful');
  expect(backend.calls[0]?.fields).toEqual({ email: ada.email, password: ada.password });
});

test('what a password manager puts into the fields without an event is sent, and stays after a refusal', async () => {
  const backend = await startBackend();
  backend.world.signUp(ada);
  const app = await renderApp({ path: '/login' });
  await toLogin();
  field('Email').value = ada.email;
  press('Login Now');
  expect(field('Email').value).toBe(ada.email);
  field('Password').value = ada.password;
  press('Login Now');
  await waitFor(() => expect(app.getPath()).toBe('/'));
});

test('a refusal shows the server’s message once, and nothing typed is lost (ERROR-2)', async () => {
  const backend = await startBackend();
  backend.world.signUp(ada);
  const app = await renderApp({ path: '/login' });
  await toLogin();
  type('Email', ada.email);
  type('Password', 'wrong');
  press('Login Now');
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid credentials');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(field('Email').value).toBe(ada.email);
  expect(field('Password').value).toBe('wrong');
  expect(app.getPath()).toBe('/login');
});

test.each([
  ['password', 'Choose a better password.', 'Password'],
  ['email', 'Account already exists', 'Email'],
  ['bio', 'The bio must be longer.', 'Bio'],
])('a sign-up that is refused for its %s leads to that field', async (_name, message, label) => {
  const backend = await startBackend();
  backend.faults.script({ path: /signup/ }, { kind: 'refuse', message });
  const app = await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  type('Bio', ada.bio);
  press('Create Account');
  await waitFor(() => expect(describe(field(label))).toBe(message));
  expect(document.activeElement).toBe(field(label));
  // The notification of every failed call (spec section 8), and no second one.
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  if (label !== 'Bio') press('Create Account');
  press('Create Account');
  await waitFor(() => expect(app.getPath()).toBe('/'));
});

test('a sign-up that is refused in words about no field stays where it is', async () => {
  const backend = await startBackend();
  backend.faults.script({ path: /signup/ }, { kind: 'refuse', message: 'Not today.' });
  await renderApp({ path: '/login' });
  fillStepOne();
  press('Create Account');
  type('Bio', ada.bio);
  press('Create Account');
  await screen.findByRole('alert');
  expect(field('Bio').value).toBe(ada.bio);
  expect(field('Bio').getAttribute('aria-invalid')).toBeNull();
});

test('an unreachable server is told once, and the form is ready for another try', async () => {
  const backend = await startBackend();
  backend.world.signUp(ada);
  backend.faults.script({ path: /login/ }, { kind: 'cut' });
  const app = await renderApp({ path: '/login' });
  await toLogin();
  type('Email', ada.email);
  type('Password', ada.password);
  press('Login Now');
  await screen.findByRole('alert');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await waitFor(() => expect(isBusy('Login Now')).toBe(false));
  press('Login Now');
  await waitFor(() => expect(app.getPath()).toBe('/'));
});

test('submitting twice is one call, and the button is busy until the answer', async () => {
  const backend = await startBackend();
  backend.world.signUp(ada);
  const answer = Promise.withResolvers<void>();
  backend.faults.script({ path: /login/ }, { kind: 'holdAnswer', until: answer.promise });
  const app = await renderApp({ path: '/login' });
  await toLogin();
  type('Email', ada.email);
  type('Password', ada.password);
  press('Login Now');
  press('Login Now');
  await waitFor(() => expect(backend.calls).toHaveLength(1));
  expect(isBusy('Login Now')).toBe(true);
  press('Login Now');
  answer.resolve();
  await waitFor(() => expect(app.getPath()).toBe('/'));
  expect(backend.calls.filter(({ path }) => path === '/auth/login')).toHaveLength(1);
});

test('a password can be looked at', async () => {
  await startBackend();
  await renderApp({ path: '/login' });
  expect(field('Password').type).toBe('password');
  press('Show password');
  expect(field('Password').type).toBe('text');
  expect(screen.getByRole('button', { name: 'Show password', pressed: true })).toBeTruthy();
});

function describe(element: HTMLElement): string | null | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
}

function isBusy(name: string): boolean {
  return screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true';
}
