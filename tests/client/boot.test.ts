/** What the page starts by itself, before the app runs, and how the app takes it over. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAnsweredEarly, takeEarlyCall } from '../../src/api/early-calls.ts';
import type { BootPlan } from '../../src/boot/boot-plan.ts';
import { startBoot } from '../../src/boot/boot-script.ts';
import { eventually } from '../support/eventually.ts';

const plan: BootPlan = {
  tokenKey: 'token',
  preferencesKey: 'preferences',
  tokenHeader: 'token',
  check: 'http://api.test/auth/check',
  users: 'http://api.test/messages/users',
  fonts: ['var(--t-md)'],
  deadlineMs: 1_000,
  scripts: { login: [], home: [], profile: [], conversation: [] },
};
const sent: [string, RequestInit | undefined][] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    sent.push([address, request]);
    return new Response(address);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  delete window.earlyCalls;
  delete document.documentElement.dataset.boot;
});

function boot(path: string, token?: string, scripts = plan.scripts) {
  history.replaceState(null, '', path);
  if (token !== undefined) localStorage.setItem('token', token);
  startBoot({ ...plan, scripts });
  return { look: document.documentElement.dataset.boot, calls: sent.map(([address]) => address) };
}

test('a stored token starts the session check and the people list at once', () => {
  expect(boot('/', 'abc')).toEqual({ look: 'home', calls: [plan.check, plan.users] });
  expect(sent.map(([, request]) => request?.headers)).toEqual([{ token: 'abc' }, { token: 'abc' }]);
});

test('the address of a conversation brings its code at once, where it is shown', () => {
  const scripts = { ...plan.scripts, home: ['/home.js'], conversation: ['/conversation.js'] };
  const asked: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...scripts) => {
    for (const script of scripts) {
      if (script instanceof HTMLScriptElement) asked.push(new URL(script.src).pathname);
    }
  });
  boot('/', 'abc', scripts);
  expect(asked).toEqual(['/home.js']);
  boot('/profile?with=ben', 'abc', scripts);
  expect(asked).toEqual(['/home.js']);
  boot('/?with=ben', 'abc', scripts);
  expect(asked).toEqual(['/home.js', '/home.js', '/conversation.js']);
});

test('the fonts of the screen are looked up one by one, until a script of it is there', () => {
  vi.useFakeTimers();
  const coming: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...scripts) => {
    coming.push(...scripts.filter((script) => script instanceof HTMLScriptElement));
  });
  const append = vi.spyOn(document.body, 'append');
  history.replaceState(null, '', '/login');
  startBoot({
    ...plan,
    fonts: ['a', 'b', 'c'],
    scripts: { ...plan.scripts, login: ['/login.js'] },
  });
  expect(append).not.toHaveBeenCalled();
  // The frame with the shell, and after it a font at a time.
  for (let step = 0; step < 3; step += 1) vi.advanceTimersToNextTimer();
  expect(append).toHaveBeenCalledTimes(2);
  coming[0]?.dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(append).toHaveBeenCalledTimes(2);
  expect(document.body.children).toHaveLength(0);
});

test('the profile does without the people list', () => {
  expect(boot('/profile', 'abc')).toEqual({ look: 'profile', calls: [plan.check] });
});

test('who is not signed in gets the look of the form, and no call is made', () => {
  expect(boot('/')).toEqual({ look: 'signup', calls: [] });
});

test('after a sign-out it is the look of the login form', () => {
  history.replaceState({ authMode: 'login' }, '', '/login');
  startBoot(plan);
  expect(document.documentElement.dataset.boot).toBe('login');
});

test('an address that no route matches starts nothing', () => {
  expect(boot('/no/such/place', 'abc')).toEqual({ look: undefined, calls: [] });
});

test('the app takes each answer once, for the session that asked', async () => {
  boot('/', 'abc');
  expect(takeEarlyCall(plan.check, 'another')).toBeUndefined();
  expect(await (await takeEarlyCall(plan.check, 'abc'))?.text()).toBe(plan.check);
  expect(takeEarlyCall(plan.check, 'abc')).toBeUndefined();
});

test('the app can tell which good answers are there already, for the session that asked', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address === plan.users ? new Response('', { status: 503 }) : new Response(address),
  );
  boot('/', 'abc');
  expect(isAnsweredEarly(plan.check, 'abc')).toBe(false);
  await eventually(() => expect(isAnsweredEarly(plan.check, 'abc')).toBe(true));
  expect(isAnsweredEarly(plan.check, 'another')).toBe(false);
  expect(isAnsweredEarly(plan.users, 'abc')).toBe(false);
});

test('an old answer is not taken', () => {
  vi.useFakeTimers();
  boot('/', 'abc');
  vi.advanceTimersByTime(60_000);
  expect(takeEarlyCall(plan.users, 'abc')).toBeUndefined();
});

test.each([
  ['{"theme":"dark","textSize":125}', 'dark', '125%'],
  ['{"theme":"system","textSize":100}', undefined, ''],
  ['{"theme":"pink","textSize":9000}', undefined, ''],
  ['null', undefined, ''],
  ['{"theme":', undefined, ''],
])('what is preferred on this device dresses the page at once: %s', (stored, theme, fontSize) => {
  const page = document.documentElement;
  localStorage.setItem('preferences', stored);
  boot('/no/such/place');
  expect([page.dataset.theme, page.style.fontSize]).toEqual([theme, fontSize]);
  delete page.dataset.theme;
  page.style.fontSize = '';
});
