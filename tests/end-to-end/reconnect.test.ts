/** A gap in the connection is closed on return: all that was missed, nothing twice, the place kept. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  about,
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  notices,
  openConversation,
  readUnseen,
  row,
  sendText,
} from '../support/actions.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import { openStage } from '../support/browser.ts';
import { describeFaultsPartlyOnBoth, makeFaultFlowTest } from '../support/fault-flow.ts';
import { withBrowser as test } from '../support/flow.ts';
import { untilKept } from '../support/kept.ts';
import { watchPlace } from '../support/place.ts';
import { readContents } from '../support/rows.ts';
import { startServerProcess } from '../support/server-process.ts';

const jump = (page: Page) => page.getByRole('button', { name: 'Jump to newest', exact: true });
const reconnecting = (page: Page) => page.getByText('Reconnecting…').filter({ visible: true });

async function say(backend: Backend, from: Member, to: Member, texts: string[]): Promise<void> {
  for (const text of texts) await sendByCall(backend, from, to, { text });
}

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describeFaultsPartlyOnBoth('After a gap in the connection', (test, onBoth) => {
  onBoth(
    'what was said in between appears once and in order, and the reader’s place stays',
    async ({ stage, backend, proxy, ada, ben }) => {
      await say(backend, ben, ada, lines('Old', 80));
      const page = await enterConversation(stage, ada, 'Ben', { size: 'medium' });
      await message(page, 'Old 80').waitFor();
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -2_600);
      await jump(page).waitFor();
      const place = await watchPlace(page);

      await proxy.setRefused(true);
      await reconnecting(page).waitFor();
      await say(backend, ben, ada, lines('Missed', 7));
      await proxy.setRefused(false);
      await page
        .getByRole('button', { name: 'Jump to newest', exact: true, description: '7 new messages' })
        .waitFor();
      expect(await place.read()).toBeLessThanOrEqual(1);
      await jump(page).click();
      await message(page, 'Missed 7').waitFor();
      await eventually(
        async () => (await readContents(page)).filter((text) => text.startsWith('Missed')),
        lines('Missed', 7),
      );
    },
  );

  onBoth(
    'who was online is not said to be so while nobody can know, and is again afterwards',
    async ({ stage, proxy, ada, ben }) => {
      const page = await enter(stage, ada);
      await enter(stage, ben);
      await openConversation(page, 'Ben');
      const header = conversation(page).locator('header');
      await header.getByText('Online', { exact: true }).waitFor();
      await about(page, 'Ben').getByText('Online', { exact: true }).waitFor();
      await row(page, 'Ben').getByText('Online', { exact: true }).waitFor();

      await proxy.setRefused(true);
      const words = page.getByText(/^(Online|Offline|Was online)/);
      await eventually(() => words.filter({ visible: true }).count(), 0);

      await proxy.setRefused(false);
      await header.getByText('Online', { exact: true }).waitFor();
      await row(page, 'Ben').getByText('Online', { exact: true }).waitFor();
    },
  );

  test('so it is when the network cuts again and again while messages come', async ({
    stage,
    backend,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    const all = lines('Line', 24);
    for (const [index, text] of all.entries()) {
      await say(backend, ben, ada, [text]);
      if (index % 6 === 2) proxy.cut();
    }
    await eventually(() => readContents(page), all);
  });

  test('what was missed appears even if the first tries to read it fail', async ({
    stage,
    backend,
    proxy,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, 'Ben');
    await say(backend, ben, ada, ['Before']);
    await message(page, 'Before').waitFor();
    await proxy.setRefused(true);
    await say(backend, ben, ada, ['Missed']);
    const conversation = new RegExp(`^/messages/${ben.id}$`);
    proxy.faults.script({ method: 'GET', path: conversation }, { kind: 'status', status: 500 }, 4);
    await proxy.setRefused(false);
    await expect.poll(() => readContents(page)).toEqual(['Before', 'Missed']);
  });

  test('a window that slept shows on waking what came meanwhile', async ({
    stage,
    backend,
    proxy,
  }) => {
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    const page = await enterConversation(stage, ada, 'Ben');
    await say(backend, ben, ada, ['Good night']);
    await message(page, 'Good night').waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await say(backend, ben, ada, lines('Dream', 3));
    proxy.cut();
    await say(backend, ben, ada, lines('Dawn', 3));
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await eventually(
      () => readContents(page),
      ['Good night', ...lines('Dream', 3), ...lines('Dawn', 3)],
    );
  });

  onBoth(
    'messages that people send while the server restarts reach both',
    async ({ stage, backend, ada, ben }) => {
      const [adas, bens] = [await enter(stage, ada), await enter(stage, ben)];
      await openConversation(adas, 'Ben');
      await openConversation(bens, 'Ada');
      await sendText(adas, 'Before');
      await message(bens, 'Before').waitFor();
      await backend.stop();
      await sendText(adas, 'Ada in between');
      await sendText(bens, 'Ben in between');
      await backend.start();
      for (const page of [adas, bens]) {
        await expect
          .poll(async () => (await readContents(page)).toSorted())
          .toEqual(['Ada in between', 'Before', 'Ben in between'].toSorted());
        expect((await readContents(page))[0]).toBe('Before');
      }
      if (!backend.plain) expect(await readContents(adas)).toEqual(await readContents(bens));
      await sendText(adas, 'After');
      await message(bens, 'After').waitFor();
      expect(await messages(bens).count()).toBe(4);
    },
  );

  onBoth(
    'conversations that are not open are counted, and complete when they are opened (FEED-5)',
    async ({ stage, backend, proxy, ada, ben }) => {
      const cleo = await register(backend, makePerson('Cleo'));
      await say(backend, ben, ada, ['Before']);
      const page = await enterConversation(stage, ada, 'Ben');
      await message(page, 'Before').waitFor();
      await openConversation(page, 'Cleo');
      await proxy.setRefused(true);
      await say(backend, ben, ada, lines('Missed', 3));
      await say(backend, cleo, ada, ['Missed as well']);
      await proxy.setRefused(false);
      await message(page, 'Missed as well').waitFor();
      await eventually(() => readUnseen(page, 'Ben'), 3);
      expect(await readUnseen(page, 'Cleo')).toBe(0);
      await openConversation(page, 'Ben');
      await eventually(() => readContents(page), ['Before', ...lines('Missed', 3)]);
      await eventually(() => readUnseen(page, 'Ben'), 0);
    },
  );
});

describe('An outage, with our server', () => {
  const test = makeFaultFlowTest('our server');

  test('is told once, and what could not be loaded or sent meanwhile comes by itself', async ({
    stage,
    backend,
    proxy,
    ada,
    ben: _ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await say(backend, cleo, ada, ['From before']);
    const page = await enterConversation(stage, ada, 'Ben');
    // It says so once the connection stands, and what the server can do is known.
    await row(page, 'Ben').getByText('Offline', { exact: true }).waitFor();
    await proxy.setRefused(true);
    await reconnecting(page).waitFor();
    await openConversation(page, 'Cleo');
    await sendText(page, 'Later');
    const later = message(page, 'Later');
    // After some tries in vain.
    await later.getByText('Waiting for connection', { exact: true }).waitFor();
    expect(await notices(page).count()).toBe(0);
    expect(await page.getByText(/Couldn’t load|Not sent/).count()).toBe(0);

    await proxy.setRefused(false);
    await eventually(() => readContents(page), ['From before', 'Later']);
    await eventually(() => later.getByText('Waiting for connection').count(), 0);
    expect(await notices(page).count()).toBe(0);
  });

  test('is told once by a page that opens in it, and all comes by itself afterwards', async ({
    stage,
    backend,
    proxy,
    ada,
    ben: _ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await say(backend, cleo, ada, ['From before']);
    const page = await enterConversation(stage, ada, 'Ben');
    await untilKept(page, '"fullName":"Cleo"');
    await page.addInitScript(() => {
      const told = new Set<Element>();
      const look = () => {
        for (const one of document.querySelectorAll('[data-sonner-toast]')) told.add(one);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
      Object.assign(window, { told });
    });
    let failed = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/messages/users')) failed += 1;
    });
    const countTold = () => page.evaluate(() => Reflect.get(window, 'told').size);
    await proxy.setApiDown(true);
    await page.reload();
    await openConversation(page, 'Cleo');
    await reconnecting(page).waitFor();
    await sendText(page, 'Later');
    // So often that it would otherwise be told of as well.
    await expect.poll(() => failed).toBeGreaterThan(4);
    expect(await countTold()).toBe(1);
    expect(await page.getByText(/Couldn’t load|Not sent/).count()).toBe(0);

    await proxy.setApiDown(false);
    await eventually(() => readContents(page), ['From before', 'Later']);
    expect(await countTold()).toBe(1);
  });
});

test('A server that hangs without closing anything is noticed in ten seconds by whoever looks', async ({
  browser,
  onTestFinished,
}) => {
  // Of its own: a server that hangs does so for all flows.
  const server = await startServerProcess();
  const stage = openStage(browser, server.url);
  onTestFinished(async () => {
    await stage.close();
    await server.dispose();
  });
  const ada = await register(server, makePerson('Ada'));
  await register(server, makePerson('Ben'));
  const page = await stage.openWindow({ token: ada.token });
  await page.clock.install();
  await page.goto('/');
  await openConversation(page, 'Ben');
  await sendText(page, 'Before');
  await page.locator('[data-state=sent], [data-state=delivered]').waitFor();
  await page.clock.pauseAt(Date.now() + 1_000);
  process.kill(server.readPid(), 'SIGSTOP');
  try {
    // Socket.IO's own pings would take 45 seconds.
    await page.clock.runFor(10_000);
    await reconnecting(page).waitFor();
  } finally {
    process.kill(server.readPid(), 'SIGCONT');
  }
  await page.clock.resume();
  await eventually(() => reconnecting(page).count(), 0);
  await sendText(page, 'After');
  await eventually(() => readContents(page), ['Before', 'After']);
});
