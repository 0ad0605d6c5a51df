/** Pushes as the service worker gets them: the browser delivers them through its developer tools. */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PushContent } from '../../src/protocol/http.ts';
import { enter, eventually } from '../support/actions.ts';
import type { Backend, Member } from '../support/backends.ts';
import type { Stage } from '../support/browser.ts';
import { describeFlow, ECHO } from '../support/flow.ts';

interface Phone {
  /** Without any page of the app. */
  page: Page;
  deliver(content: PushContent | string): Promise<void>;
  read(): Promise<{ title: string; body: string; tag: string }[]>;
}

/** A browser in which the app was installed and closed. */
async function closeApp(stage: Stage, backend: Backend, member: Member): Promise<Phone> {
  const page = await enter(stage, member, { hasWorker: true });
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: backend.url });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools: CDPSession = await context.newCDPSession(page);
  const registration = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations;
    if (first) registration.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration.promise;
  // A page of the origin that is not the app.
  await page.goto(`${backend.url}/icons/icon-192.png`);
  await devtools.send('ServiceWorker.stopAllWorkers');
  return {
    page,
    deliver: (content) =>
      devtools
        .send('ServiceWorker.deliverPushMessage', {
          origin: backend.url,
          registrationId,
          data: typeof content === 'string' ? content : JSON.stringify(content),
        })
        .then(() => undefined),
    read: () =>
      page.evaluate(async () => {
        const found = await (
          await navigator.serviceWorker.getRegistration('/')
        )?.getNotifications();
        return (found ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
      }),
  };
}

describeFlow('A push to a closed app', (test) => {
  test('shows one notification for each conversation, with its count, and takes away what was seen elsewhere', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const phone = await closeApp(stage, backend, ada);
    const content = { userId: ben.id, messageId: 'm1', name: 'Ben', total: 1, unseen: [ben.id] };
    await phone.deliver({ ...content, text: 'One', count: 1 });
    const tag = `duet-${ben.id}`;
    await eventually(phone.read, [{ title: 'Ben', body: 'One', tag }]);
    await phone.deliver({ ...content, messageId: 'm2', text: 'Two', count: 2, total: 2 });
    await eventually(phone.read, [{ title: 'Ben (2)', body: 'Two', tag }]);
    await phone.deliver({
      userId: 'cleo',
      messageId: 'm3',
      name: 'Cleo',
      isPicture: true,
      count: 1,
      total: 1,
      unseen: ['cleo'],
    });
    await eventually(phone.read, [{ title: 'Cleo', body: 'Picture', tag: 'duet-cleo' }]);
  });

  test('shows something without a network, and whatever is in it', async ({
    stage,
    backend,
    ada,
  }) => {
    stage.expectTrouble(ECHO);
    const phone = await closeApp(stage, backend, ada);
    await phone.page.context().setOffline(true);
    await phone.deliver('not JSON');
    await eventually(phone.read, [{ title: 'Duet', body: 'New message', tag: 'duet-' }]);
    await phone.deliver({ isTest: true });
    await eventually(phone.read, [
      { title: 'Duet', body: 'Notifications reach this device.', tag: 'duet-' },
    ]);
    await phone.page.context().setOffline(false);
  });

  test('replaces a message that was deleted, and closes what is left of it', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const phone = await closeApp(stage, backend, ada);
    const about = { userId: ben.id, name: 'Ben' };
    await phone.deliver({ ...about, messageId: 'm1', text: 'Oops', count: 1, total: 1 });
    await eventually(async () => (await phone.read()).map(({ body }) => body), ['Oops']);
    await phone.deliver({ ...about, isDeleted: true, count: 0, total: 0 });
    await eventually(phone.read, []);
    expect(await phone.read()).toEqual([]);
  });

  test('says nothing that it was not told', async ({ stage, backend, ada, ben }) => {
    const phone = await closeApp(stage, backend, ada);
    await phone.deliver({ userId: ben.id, messageId: 'm1', count: 2, total: 2 });
    await eventually(phone.read, [
      { title: 'Duet (2)', body: 'New message', tag: `duet-${ben.id}` },
    ]);
  });
});
