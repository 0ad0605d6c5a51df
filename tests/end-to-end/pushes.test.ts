/** Notifications while the app is closed: from a message to the notification, and from a press on it to the conversation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PushContent } from '../../src/protocol/http.ts';
import {
  box,
  conversation,
  eventually,
  hasFocus,
  logIn,
  logOut,
  waitForHome,
} from '../support/actions.ts';
import { callApi, makePerson, register, sendByCall } from '../support/backends.ts';
import { untilLocked } from '../support/being-told.ts';
import { openStage } from '../support/browser.ts';
import { ECHO, withBrowser } from '../support/flow.ts';
import { copyApp, preparePushes, untilControlled } from '../support/push-browser.ts';
import { answer, startPushService } from '../support/push-service.ts';
import { startServer } from '../support/server.ts';

const test = withBrowser
  .extend('service', async ({ task: _test }, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  .extend('server', async ({ service }, { onCleanup }) => {
    const appFolder = mkdtempSync(join(tmpdir(), 'duet-push-'));
    copyApp(appFolder);
    const server = await startServer({
      appFolder,
      config: { PUBLIC_URL: 'https://duet.example.org', PUSH_SERVICES: [service.host] },
      pushNetwork: service.network,
    });
    onCleanup(async () => {
      await server.close();
      rmSync(appFolder, { recursive: true, force: true });
    });
    return server;
  })
  .extend('stage', async ({ browser, server }, { onCleanup }) => {
    const stage = openStage(browser, server.url);
    stage.expectTrouble(ECHO);
    // Of the page of a picture.
    stage.expectTrouble(/Applying inline style violates/);
    onCleanup(() => stage.close());
    return stage;
  });

async function goHome(page: Page): Promise<void> {
  await page.goto('/');
  await waitForHome(page);
}

// One story: the worker is installed once.
test('Pushes are offered when a message comes and renewed whoever has lost them; a press on one leads to the conversation; each shows something, with the app open, closed or offline, and nothing of somebody who has logged out', async ({
  stage,
  server,
  service,
}) => {
  const ada = await register(server, makePerson('Ada'));
  const ben = await register(server, makePerson('Ben'));
  // More than a page is unseen, of which nothing is told any more.
  for (let number = 1; number <= 60; number += 1) {
    await sendByCall(server, ben, ada, { text: `Number ${number}` });
  }
  const page = await stage.openWindow({ token: ada.token, isTouch: true, hasWorker: true });
  const context = page.context();
  const pushes = await preparePushes(page, { service, origin: server.url });

  // The offer.
  await page.goto('/profile');
  await page.getByRole('switch', { name: 'Also when Duet is closed' }).waitFor();
  await untilLocked(page, 'duet-notifications');
  const accept = page.getByRole('button', { name: 'Turn on' });
  expect(await accept.count()).toBe(0);
  await untilControlled(page);
  await sendByCall(server, ben, ada, { text: 'Hello' });
  await accept.click();
  await page.getByText(`Active, at ${service.host}`).waitFor();

  // The browser replaces the subscription, the server's keys change, and the server loses it.
  const readEndpoint = async () => {
    const state = JSON.stringify(await callApi(server, 'GET', '/push', { token: ada.token }));
    return /"endpoint":"([^"]+)"/.exec(state)?.[1];
  };
  const untilRenewed = (count: number) =>
    eventually(async () => {
      const newest = pushes.subscriptions.at(-1)?.endpoint;
      return pushes.subscriptions.length === count && newest === (await readEndpoint());
    }, true);
  await untilRenewed(1);
  await pushes.findWorker().evaluate(async () => {
    await (await caches.open('browser-of-tests')).delete('/subscription');
    dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil() {} }));
  });
  await untilRenewed(2);
  await page.evaluate(async () => {
    const kept = await caches.open('browser-of-tests');
    const known = await (await kept.match('/subscription'))?.json();
    // Of a server before its keys were replaced.
    await kept.put('/subscription', Response.json({ ...known, key: 'BAAA' }));
  });
  await goHome(page);
  await untilRenewed(3);
  service.answerWith(answer(410));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/no subscription any more/).waitFor();
  service.answerWith(null);
  await goHome(page);
  await untilRenewed(4);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The push service has accepted the test.').waitFor();

  // Presses, on the notification and on its buttons.
  const isUnseen = async () => {
    const answered = await callApi(server, 'GET', '/messages/users', { token: ada.token });
    return JSON.stringify(answered).includes(`"unseenMessages":{"${ben.id}"`);
  };
  const isOpen = () => conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
  // Opening it would mark all of it in a window that is looked at.
  await page.addInitScript('document.hasFocus = () => false');
  await goHome(page);
  await untilLocked(page, 'duet-notifications');
  await pushes.press(ben.id);
  await isOpen();
  await box(page).waitFor();
  expect(await hasFocus(box(page))).toBe(false);
  expect(await isUnseen()).toBe(true);
  await pushes.press(ben.id, 'reply');
  await eventually(() => hasFocus(box(page)), true);
  expect(await isUnseen()).toBe(true);
  await pushes.press(ben.id, 'read');
  await eventually(isUnseen, false);
  await pushes.leaveApp();
  await sendByCall(server, ben, ada, { text: 'Once more' });
  const addressOf = async (action: string) => (await pushes.press(ben.id, action)) ?? '';
  await page.goto(await addressOf('reply'));
  await eventually(() => hasFocus(box(page)), true);
  // Done once: the address does not say it any more.
  await eventually(() => new URL(page.url()).search, `?with=${ben.id}`);
  expect(await isUnseen()).toBe(true);
  await pushes.leaveApp();
  await page.goto(await addressOf('read'));
  await isOpen();
  await eventually(isUnseen, false);

  // What is shown.
  await goHome(page);
  /** From the message to what the push service hands to the browser. */
  const receive = async (text: string): Promise<PushContent> => {
    const messageId = await sendByCall(server, ben, ada, { text });
    const find = () =>
      pushes.subscriptions.at(-1)?.pushes.find((each) => each.messageId === messageId);
    await eventually(() => find() !== undefined, true);
    return find() ?? {};
  };
  const shown = async () => (await pushes.readShown()).map(({ title, body }) => [title, body]);

  await pushes.deliver(await receive('While it is open'));
  await eventually(shown, [['Ben', 'While it is open']]);
  await pushes.leaveApp();
  await pushes.deliver(await receive('While it is closed'));
  await eventually(shown, [['Ben (2)', 'While it is closed']]);
  const offline = await receive('Without a network');
  await context.setOffline(true);
  await pushes.deliver(offline);
  await eventually(shown, [['Ben (3)', 'Without a network']]);
  expect(await pushes.readBadge()).toBe(3);
  await pushes.stopWorker();
  await pushes.deliver({ ...offline, text: 'After the worker has ended', count: 4 });
  await eventually(shown, [['Ben (4)', 'After the worker has ended']]);
  const [{ actions } = { actions: [] }] = await pushes.readShown();
  expect(actions.map(({ action }) => action)).toEqual(['reply', 'read']);
  await context.setOffline(false);

  let count = (await pushes.readAll()).length;
  const deliver = async (content: PushContent | string) => {
    await pushes.deliver(content);
    count += 1;
    await eventually(async () => (await pushes.readAll()).length, count);
  };
  const of = { receiverId: ada.id, userId: ben.id };
  const secret = { ...of, messageId: 'm1', name: 'Ben', text: 'Secret', count: 1 };
  for (const content of [
    'not JSON',
    '[]',
    '{"userId": 7, "unseen": "x"}',
    {},
    { receiverId: ada.id, isTest: true },
    { ...of, name: 'Ben', isDeleted: true, count: 0, total: 0, unseen: [] },
    secret,
  ]) {
    await deliver(content);
  }
  // What was read elsewhere goes.
  const other = { receiverId: ada.id, userId: 'cleo', messageId: 'm3', name: 'Cleo' };
  await deliver({ ...other, text: 'Hi', count: 1, total: 1, unseen: ['cleo'] });
  await eventually(
    async () =>
      (await pushes.readShown()).map(({ body }) => body).filter((body) => body !== 'New message'),
    ['Notifications reach this device.', 'Hi'],
  );

  await goHome(page);
  await deliver({ ...secret, messageId: 'm4' });
  // The server does not hear of it.
  await context.setOffline(true);
  await logOut(page);
  await eventually(async () => (await pushes.readShown()).length, 0);
  await deliver({ ...secret, messageId: 'm5' });
  expect(JSON.stringify(await pushes.readShown())).not.toMatch(/Ben|Secret/);
  await context.setOffline(false);
  await logIn(page, ben);
  await eventually(() => pushes.subscriptions.length, 5);
  await deliver({ ...secret, messageId: 'm6' });
  expect(JSON.stringify(await pushes.readShown())).not.toMatch(/Secret/);
  expect(stage.findTroubles()).toEqual([]);
});
