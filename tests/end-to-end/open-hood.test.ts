/** What a developer sees who opens Query Devtools on a living conversation, and what the fault lab plays. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import {
  enterConversation,
  eventually,
  message,
  openConversation,
  row,
  sendText,
} from '../support/actions.ts';
import { callApi, makePerson, register, sendByCall } from '../support/backends.ts';
import { openStage } from '../support/browser.ts';
import { describeFlow, ECHO, withBrowser } from '../support/flow.ts';
import { startHostedServer } from '../support/hosted-server.ts';
import { readContents } from '../support/rows.ts';

/** Opens Devtools with its list of queries. */
async function openDevtools(page: Page): Promise<void> {
  await page.evaluate('toggleDevtools()');
  await page.getByRole('region', { name: 'Devtools' }).waitFor();
}

/** The ledger since Devtools was opened, latest first. */
const readLedger = (page: Page): Promise<{ cause: string }[]> =>
  page.evaluate("__TANSTACK_QUERY_CLIENT__.getQueryData(['writes'])");

/** Ids of the newest messages in the live cache. */
const readTail = (page: Page, peerId: string): Promise<string[]> =>
  page.evaluate(
    `__TANSTACK_QUERY_CLIENT__.getQueryData(['messages', '${peerId}', 'tail']).map(({ _id }) => _id)`,
  );

/** Listeners of the whole page that get clicks before the app does. */
async function countListeners(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'document' });
  const { objectId = '' } = result;
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId });
  await session.detach();
  return listeners.filter(({ type, useCapture }) => type === 'click' && useCapture).length;
}

/** Keys of entries and mutations, as `docs/cache.md` writes them. */
function readDocumented(): string[][] {
  const text = readFileSync('docs/cache.md', 'utf8');
  return [...text.matchAll(/`\[('[^`]*)\]`/g)].map(([, parts = '']) => parts.split(/, ?/));
}

/** `…` stands for any further parts, an unquoted word for any one. */
const isDocumented = (key: readonly unknown[]) =>
  readDocumented().some(
    (parts) =>
      (parts.length === key.length || parts.at(-1) === '…') &&
      parts.every((part, index) => !part.startsWith("'") || part === `'${key[index]}'`),
  );

describeFlow('Under the hood', (test) => {
  test('Whatever is clicked with Alt tells its history, every key is documented, and the tools leave the app as it was', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    // The page's policy refuses some style attributes of Devtools.
    stage.expectTrouble(/style-src-attr/);
    const page = await stage.openWindow({ token: ada.token });
    // As in a browser on a system without a locale.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true }),
    );
    await page.goto('/');
    await openConversation(page, 'Ben');
    const closed = await countListeners(page);
    await openDevtools(page);
    await page.evaluate(`
      keys = [];
      for (const cache of [__TANSTACK_QUERY_CLIENT__.getQueryCache(), __TANSTACK_QUERY_CLIENT__.getMutationCache()]) {
        const note = (one) => one && keys.push(one.queryKey ?? one.options.mutationKey);
        cache.getAll().forEach(note);
        cache.subscribe(({ query, mutation }) => note(query ?? mutation));
      }`);
    await sendText(page, 'A question');
    await message(page, 'A question').waitFor();
    await eventually(async () => (await readTail(page, ben.id)).length, 1);
    const [id] = await readTail(page, ben.id);
    await callApi(backend, 'POST', `/messages/send/${ada.id}`, {
      token: ben.token,
      body: { text: 'An answer', replyTo: id },
    });
    await message(page, 'An answer').waitFor();
    await callApi(backend, 'PUT', `/messages/mark/${id}`, { token: ben.token });
    await callApi(backend, 'PUT', `/messages/react/${id}`, {
      token: ben.token,
      body: { emoji: '👍' },
    });
    await page.locator('[data-emoji]').waitFor();
    const cara = await register(backend, makePerson('Cara'));
    await row(page, 'Cara').waitFor();
    await sendByCall(backend, cara, ada, { text: 'Hello' });
    await row(page, 'Cara').locator('[data-badge]').waitFor();

    const devtools = page.getByRole('region', { name: 'Devtools' });
    const ask = async (target: Locator, cause: string | RegExp) => {
      // The tools may cover it.
      await target.dispatchEvent('click', { altKey: true });
      await devtools.getByRole('listitem').filter({ hasText: cause }).first().waitFor();
    };
    const question = message(page, 'A question').first();
    await ask(question.locator('p'), 'mutation send');
    await ask(question.locator('.meta'), 'event seen');
    await ask(page.locator('[data-emoji]'), 'reactions');
    // Whichever came first.
    await ask(page.locator('[data-of]'), /mutation send|event messageSent/);
    await ask(row(page, 'Cara').locator('[data-badge]'), 'Cara: 0 → 1');
    await ask(row(page, 'Cara').locator('.name'), 'lastMessage');
    // A click with Alt does nothing else.
    expect(await page.locator('[data-emoji]').getAttribute('data-count')).toBe('1');
    const keys: unknown[][] = await page.evaluate('keys');
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !isDocumented(key))).toEqual([]);

    await devtools.getByRole('button', { name: 'Router' }).click();
    await devtools
      .getByText(/TanStack Router/i)
      .first()
      .waitFor();
    await page.evaluate('toggleDevtools()');
    await devtools.waitFor({ state: 'detached' });
    expect(await countListeners(page)).toBe(closed);
    expect(await page.evaluate('window.__TANSTACK_QUERY_CLIENT__')).toBeUndefined();

    // A write without a cause fails the flow in which it happens: `tests/support/browser.ts` counts those of all pages.
    expect(await page.evaluate('countedWrites > 0')).toBe(true);
    await page.evaluate("observeCacheWrites({ kind: 'unexplained' }, () => {})");
    expect(stage.findTroubles()).toEqual([expect.stringContaining('has no cause')]);
    stage.expectTrouble(/has no cause/);
  });

  test('A link plays faults only for who agrees, and says so; each row tells what wrote it all the same', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(/style-src-attr/);
    stage.expectTrouble(ECHO);
    // The app may send in the moment in which the lab cuts the socket.
    stage.expectTrouble(/CLOSING or CLOSED/);
    const page = await stage.openWindow({ token: ada.token });
    const open = async (faults: string, answer: 'accept' | 'dismiss') => {
      page.once('dialog', (question) => question[answer]());
      await page.goto('about:blank');
      await page.goto(`/#lab?seed=5&${faults}`);
      await openConversation(page, 'Ben');
    };
    await open('expiries=1', 'dismiss');
    await sendText(page, 'Still here');
    await message(page, 'Still here').and(page.locator('[data-state=sent]')).waitFor();
    await open('lostAnswers=0.1&duplicates=0.3&cutSockets=0.2', 'accept');
    await openDevtools(page);
    const texts = Array.from({ length: 8 }, (_, index) => `Row ${index + 1}`);
    for (const text of texts) {
      await sendByCall(backend, ben, ada, { text });
      await message(page, text).waitFor();
    }
    await sendText(page, 'Mine');
    await expect
      .poll(async () => (await readContents(page)).toSorted())
      .toEqual([...texts, 'Mine', 'Still here'].toSorted());
    const ledger = await readLedger(page);
    expect(ledger.map(({ cause }) => cause)).toContain('event newMessage');
    expect(ledger.filter(({ cause }) => /unexplained|devtools/.test(cause))).toEqual([]);
    await page.getByRole('button', { name: /^Fault lab, seed 5: [1-9]\d* · Stop$/ }).click();
    await row(page, 'Ben').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.getByText(/Fault lab, seed/).count()).toBe(0);
  });

  test('The slider shows the app after each write, read-only, and what arrives waits', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    // What is under way when the connection is lost fails.
    stage.expectTrouble(/style-src-attr|ERR_INTERNET_DISCONNECTED|WebSocket connection/);
    const page = await enterConversation(stage, ada, 'Ben');
    await openDevtools(page);
    for (const text of ['First', 'Second']) {
      await sendByCall(backend, ben, ada, { text });
      await message(page, text).waitFor();
    }
    await sendText(page, 'Own');
    await message(page, 'Own').waitFor();
    await page.getByRole('button', { name: 'Cache writes' }).click();
    // The pictures of the panel may still be asked for.
    await page.waitForLoadState('networkidle');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`));
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.press('Home');
    await message(page, 'First').waitFor({ state: 'detached' });
    expect(await page.locator('#root').getAttribute('inert')).not.toBeNull();
    // Shortcuts of the page do nothing either.
    for (const keys of ['Control+k', '?', 'Escape']) await slider.press(keys);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await sendByCall(backend, ben, ada, { text: 'Third' });
    // Nothing is held back over a lost connection.
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await sendByCall(backend, ben, ada, { text: 'Fourth' });
    await eventually(async () => (await readTail(page, ben.id)).length, 5);
    // A line of the ledger leads to its moment.
    await page
      .getByRole('listitem')
      .filter({ hasText: ': Second' })
      .filter({ hasText: 'newMessage' })
      .getByRole('button')
      .click();
    await message(page, 'Second').waitFor();
    for (const text of ['Own', 'Third', 'Fourth'])
      expect(await message(page, text).count()).toBe(0);
    const recorded = (await readLedger(page)).length;
    // The live cache alone may connect again, and fetch what it has missed.
    const isOfScreens = (call: string) =>
      /mark/.test(call) || (call.includes(`/messages/${ben.id}`) && !/changedAfter/.test(call));
    expect(calls.filter(isOfScreens)).toEqual([]);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect
      .poll(() => readContents(page))
      .toEqual(['First', 'Second', 'Own', 'Third', 'Fourth']);
    // So do the records: the look back may begin again.
    expect((await readLedger(page)).length).toBeGreaterThanOrEqual(recorded);
    await page.getByRole('button', { name: 'Hide' }).click();
    await sendText(page, 'And on');
    await message(page, 'And on').waitFor();
  });
});

withBrowser(
  'A host can switch Devtools off: no tools, and no faults by a link',
  async ({ browser }) => {
    const server = await startHostedServer({ DEVTOOLS: 'off' });
    const stage = openStage(browser, server.url);
    onTestFinished(async () => {
      await stage.close();
      await server.dispose();
    });
    const ada = await register(server, makePerson('Ada'));
    await register(server, makePerson('Ben'));
    const page = await stage.openWindow({ token: ada.token });
    page.on('dialog', (question) => question.accept());
    await page.goto('/#lab?seed=1&errors=1');
    await row(page, 'Ben').waitFor();
    await expect(page.evaluate('toggleDevtools()')).rejects.toThrow('switched');
  },
);
