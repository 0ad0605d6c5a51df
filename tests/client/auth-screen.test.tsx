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

async function toLogin(email = '', password = '') {
  follow('Login here');
  await screen.findByRole('heading', { name: 'Login' });
  type('Email', email);
  type('Password', password);
}

/** The auth screen, with a backend that knows Ada if `hasAda`. */
async function open(hasAda = false) {
  const backend = await startBackend();
  if (hasAda) backend.world.signUp(ada);
  const app = await renderApp({ path: '/login' });
  const reachHome = () => waitFor(() => expect(app.getPath()).toBe('/'));
  return { backend, reachHome, app };
}

test('it opens in sign up mode, whose step one leads to step two without a call (AUTH-2, LIMIT-5)', async () => {
  const { backend } = await open();
  expect(title()).toBe('Sign up');
  expect(screen.getByText('Step 1 of 2')).toBeTruthy();
  expect(document.title).toBe('Sign up · Duet');
  fillStepOne();
  press('Create Account');
  expect(screen.getByPlaceholderText('Enter Your Bio').getAttribute('rows')).toBe('4');
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(document.activeElement).toBe(field('Bio'));
  expect(backend.calls).toEqual([]);
});

test('submitting step two signs up with all four fields in one call, the terms not enforced (AUTH-3, AUTH-6, VALID-5)', async () => {
  const { backend, reachHome } = await open();
  const terms = { name: 'Agree to the terms of use & privacy policy' };
  expect(screen.getByRole('checkbox', terms)).toHaveProperty('checked', false);
  fillStepOne();
  press('Create Account');
  type('Bio', `  ${ada.bio}\n`);
  press('Create Account');
  await reachHome();
  const posts = backend.calls.filter(({ method }) => method === 'POST');
  expect(posts.map(({ path, fields }) => [path, fields])).toEqual([['/auth/signup', ada]]);
  expect(localStorage.getItem('token')).toMatch(/^plain\./);
  await screen.findByText('Account created successfully');
  expect(backend.trespasses).toEqual([]);
});

test('what was typed survives going back a step and to login, which resets the step (STATE-1, AUTH-1, AUTH-5)', async () => {
  await open();
  fillStepOne();
  press('Create Account');
  type('Bio', 'Half a thought');
  press('Back');
  expect(field('Full Name').value).toBe(ada.fullName);
  expect(field('Password').value).toBe(ada.password);
  press('Create Account');
  follow('Login here');
  await screen.findByRole('heading', { name: 'Login' });
  expect(document.title).toBe('Login · Duet');
  expect(field('Email').value).toBe(ada.email);
  follow('Click here');
  await screen.findByText('Step 1 of 2');
  expect(field('Full Name').value).toBe(ada.fullName);
  press('Create Account');
  expect(field('Bio').value).toBe('Half a thought');
});

test('every field is required: problems stand under their fields, and the first of them gets the focus (VALID-1)', async () => {
  const { backend } = await open();
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
  fillStepOne();
  press('Create Account');
  type('Bio', ' \n ');
  press('Create Account');
  expect(describe(field('Bio'))).toBe('Say a few words about yourself.');
  expect(backend.calls).toEqual([]);
});

test('a name may have 80 characters as a reader counts them, and an email an international domain', async () => {
  await open();
  fillStepOne();
  type('Email', 'ada@münchen.example');
  expect(field('Email')).toHaveProperty('validity.typeMismatch', true);
  type('Full Name', '😀'.repeat(81));
  expect(describe(field('Full Name'))).toBe('1 character over the limit');
  press('Create Account');
  expect(describe(field('Full Name'))).toBe('Use at most 80 characters.');
  type('Full Name', '😀'.repeat(80));
  expect(describe(field('Full Name'))).toBe('0 characters left');
  press('Create Account');
  expect(field('Bio')).toBeTruthy();
});

test('step one refuses passwords that are short, common, or the name, the email or the app', async () => {
  await open();
  fillStepOne();
  const isOwn = 'This password is your name, your email or the name of this app. Choose another.';
  for (const [password, problem] of [
    ['short', 'Use at least 8 characters.'],
    ['Ada.Lovelace', isOwn],
    ['ada@example.org', isOwn],
    ['DuetDuet', isOwn],
    ['ILoveYou1', 'This password is too common. Choose another.'],
  ] as const) {
    type('Password', password);
    // Until the list of common passwords is there.
    await vi.dynamicImportSettled();
    press('Create Account');
    expect(describe(field('Password'))).toContain(problem);
    expect(document.activeElement).toBe(field('Password'));
  }
  type('Password', ada.password);
  press('Create Account');
  expect(field('Bio')).toBeTruthy();
});

test('a wrong login is told of once, marks the password and goes there; trouble on the way does not (ERROR-2)', async () => {
  const { backend, reachHome, app } = await open(true);
  await toLogin(ada.email, 'not the password');
  backend.faults.script({ path: /login/ }, { kind: 'cut' });
  press('Login Now');
  await screen.findByRole('alert');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(field('Password').getAttribute('aria-invalid')).not.toBe('true');
  await waitFor(() => expect(isBusy('Login Now')).toBe(false));
  press('Login Now');
  await waitFor(() => expect(describe(field('Password'))).toBe('Invalid credentials'));
  expect(document.activeElement).toBe(field('Password'));
  await waitFor(() =>
    expect(screen.getAllByRole('alert').at(-1)?.textContent).toContain('Invalid credentials'),
  );
  expect(field('Email').value).toBe(ada.email);
  expect(field('Password').value).toBe('not the password');
  expect(app.getPath()).toBe('/login');
  type('Password', ada.password);
  press('Login Now');
  await reachHome();
});

test('it logs in with the password as it stands, also where a password manager put it without an event (AUTH-4)', async () => {
  const { backend, reachHome } = await open(true);
  await toLogin();
  field('Email').value = ada.email;
  press('Login Now');
  expect(field('Email').value).toBe(ada.email);
  field('Password').value = ada.password;
  press('Login Now');
  await reachHome();
  await screen.findByText('Login successful');
  expect(backend.calls[0]?.fields).toEqual({ email: ada.email, password: ada.password });
});

test.each([
  ['Choose a better password.', 'Password'],
  ['Account already exists', 'Email'],
  ['The bio must be longer.', 'Bio'],
  ['Not today.', undefined],
])('a sign-up that is refused with “%s” leads to the field %s', async (message, label) => {
  const { backend, reachHome } = await open();
  backend.faults.script({ path: /signup/ }, { kind: 'refuse', message });
  fillStepOne();
  press('Create Account');
  type('Bio', ada.bio);
  press('Create Account');
  // The notification of every failed call (spec section 8), and no second one.
  await screen.findByRole('alert');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  if (label === undefined) {
    expect(field('Bio').value).toBe(ada.bio);
    expect(field('Bio').getAttribute('aria-invalid')).toBeNull();
    return;
  }
  await waitFor(() => expect(describe(field(label))).toBe(message));
  expect(document.activeElement).toBe(field(label));
  if (label !== 'Bio') press('Create Account');
  press('Create Account');
  await reachHome();
});

function describe(element: HTMLElement): string | null | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
}

function isBusy(name: string): boolean {
  return screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true';
}
