/**
 * What a first visit costs: bytes of JavaScript as they cross the network, gzipped, with a cold cache, and
 * what is fetched when. 1 kB is 1,000 bytes.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { measureScripts, type Script } from '../bench/client/first-load.ts';
import { noteTimes, type Readiness, readTimes } from '../bench/client/page-times.ts';
import { conversation, eventually, openConversation, people } from '../support/actions.ts';
import { sendByCall } from '../support/backends.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';

/** Most bytes before the form can be used, and before the first person is in the list. */
const BUDGETS = { login: 125_000, home: 170_000 };

/** Words of a library that survive minification. */
const MARKS = {
  notifications: 'data-sonner-toaster',
  queryDevtools: 'tsqd-parent-container',
  ledger: 'duet-recording',
  faultLab: 'lostAnswers',
};

const test = makeFlowTest('our server');

const sum = (scripts: Script[]) => scripts.reduce((total, { bytes }) => total + bytes, 0);

/** Scripts that a page asks for from now on, as often as it does. */
function noteScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url());
  });
  return asked;
}

async function hasMark(urls: readonly string[], mark: string): Promise<boolean> {
  const texts = await Promise.all([...new Set(urls)].map(async (url) => (await fetch(url)).text()));
  return texts.some((text) => text.includes(mark));
}

describe('A first load', () => {
  test('of /login, and of / before the list stands, brings few scripts, the socket’s aside', async ({
    browser,
    backend,
    ada,
    ben: _ben,
  }) => {
    const { url } = backend;
    const form = { name: 'login', url: `${url}/login`, readiness: 'form' } as const;
    const login = await measureScripts(browser, form);
    expect(sum(login.critical)).toBeLessThanOrEqual(BUDGETS.login);
    const list = { name: '/', url, readiness: 'row', token: ada.token } as const;
    const home = await measureScripts(browser, list);
    expect(sum(home.critical)).toBeLessThanOrEqual(BUDGETS.home);
  });

  test('paints the look of the screen before any script file has come, and moves nothing that has been painted', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const visits: [path: string, readiness: Readiness, token?: string][] = [
      ['/login', 'form'],
      ['/', 'row', ada.token],
    ];
    for (const [path, readiness, token] of visits) {
      const page = await stage.openWindow(token === undefined ? {} : { token });
      await page.route('**/*.js', () => undefined);
      await page.goto('/', { waitUntil: 'commit' });
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length > 0,
      );
      const look = token === undefined ? '.shell-form' : '.shell-row';
      expect(await page.locator(look).first().isVisible()).toBe(true);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await noteTimes(page, readiness);
      await page.goto(path);
      expect({ path, ...(await readTimes(page)) }).toMatchObject({ path, layoutShift: 0 });
    }
  });

  test('fetches no script twice, and asks once who is here and who else there is', async ({
    stage,
    ada,
    ben: _ben,
  }) => {
    const page = await stage.openWindow({ token: ada.token });
    const asked = noteScripts(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname);
    });
    // With the connection the list is loaded once more, by the specification.
    await page.routeWebSocket('**', () => undefined);
    await page.goto('/');
    await people(page).getByRole('link', { name: 'Ben' }).waitFor();
    await openConversation(page, 'Ben');
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(calls.filter((path) => path.endsWith('/auth/check'))).toHaveLength(1);
    expect(calls.filter((path) => path.endsWith('/messages/users'))).toHaveLength(1);
  });

  test('of the address of a conversation fetches its code beside the list; a load brings what shows notifications only with the first one, and devtools never, nor stores them for the next one', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    await sendByCall(backend, ben, ada, { text: 'Hello' });
    const page = await stage.openWindow({ token: ada.token });
    const asked = noteScripts(page);
    await page.route('**/messages/users', () => undefined);
    await page.goto(`/?with=${ben.id}`);
    await eventually(() => hasMark(asked, 'Send a message...'), true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/');
    await openConversation(page, 'Ben');
    await conversation(page).getByText('Hello').waitFor();
    expect(await hasMark(asked, MARKS.notifications)).toBe(false);

    await page.goto('/profile');
    await page.route('**/auth/update-profile', (route) => route.abort());
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await hasMark(asked, MARKS.notifications)).toBe(true);
    const worker = await (await fetch(`${backend.url}/service-worker.js`)).text();
    const stored = [...worker.matchAll(/"(\/static\/js\/[^"]+)"/g)].map(
      ([, path]) => `${backend.url}${path}`,
    );
    expect(stored.length).toBeGreaterThan(10);
    for (const name of ['queryDevtools', 'ledger', 'faultLab'] as const)
      expect(await hasMark([...asked, ...stored], MARKS[name]), name).toBe(false);
  });
});
