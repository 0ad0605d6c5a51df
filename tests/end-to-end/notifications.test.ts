/** How people are told of messages that they are not reading: count, notification, sound, and peace from both. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  chooseAtBell,
  conversation,
  enter,
  eventually,
  logOut,
  message,
  openConversation,
  readUnseen,
  row,
  waitForHome,
} from '../support/actions.ts';
import { findViolationsInThemes } from '../support/axe.ts';
import {
  type Backend,
  callApi,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import {
  countSounds,
  look,
  noteNotifications,
  pressNotification,
  readNotifications,
  untilListening,
  untilLocked,
} from '../support/being-told.ts';
import type { Stage } from '../support/browser.ts';
import { describeFlow } from '../support/flow.ts';

async function prepare(backend: Backend) {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  const cleo = await register(backend, makePerson('Cleo'));
  return { ada, ben, cleo };
}

const readIcon = (page: Page) =>
  page
    .locator('link[rel=icon][type="image/svg+xml"]')
    .getAttribute('href')
    .then((href) => decodeURIComponent(href ?? ''));

/** The profile of somebody who has switched notifications on there, and has not seen the list yet. */
async function enterProfileNotified(stage: Stage, member: Member): Promise<Page> {
  const page = await stage.openWindow({ token: member.token });
  await noteNotifications(page);
  await page.goto('/profile');
  await page.getByRole('switch', { name: 'Notifications', exact: true }).check();
  return page;
}

/** The chats of somebody who has switched notifications on. */
async function enterNotified(stage: Stage, member: Member): Promise<Page> {
  const page = await enterProfileNotified(stage, member);
  await page.getByRole('link', { name: 'Back to chats' }).click();
  await untilListening(page);
  return page;
}

const titlesOf = async (page: Page) => (await readNotifications(page)).map(({ title }) => title);

describeFlow('The count of what is unseen', (test) => {
  test('stands in the title and on the icon, and is gone with the last message and with the session', async ({
    stage,
    backend,
  }) => {
    const { ada, ben, cleo } = await prepare(backend);
    await sendByCall(backend, ben, ada, { text: 'One' });
    const page = await enter(stage, ada);
    const plainIcon = await readIcon(page);
    await eventually(() => page.title(), '(1) Duet');
    await sendByCall(backend, cleo, ada, { text: 'Two' });
    await eventually(() => page.title(), '(2) Duet');
    expect(await readIcon(page)).toContain('>2</text>');

    await openConversation(page, 'Ben');
    await eventually(() => page.title(), '(1) Ben · Duet');
    await openConversation(page, 'Cleo');
    await eventually(() => page.title(), 'Cleo · Duet');
    await eventually(() => readIcon(page), plainIcon);

    await sendByCall(backend, ben, ada, { text: 'Three' });
    await eventually(() => page.title(), '(1) Cleo · Duet');
    await logOut(page);
    await eventually(() => page.title(), 'Login · Duet');
    expect(await readIcon(page)).toBe(plainIcon);
  });
});

describeFlow('What comes to the open conversation', (test) => {
  test('is counted in the title while nobody looks at it, in another program or on the profile', async ({
    stage,
    backend,
  }) => {
    const { ada, ben } = await prepare(backend);
    const page = await stage.openWindow({ token: ada.token });
    await noteNotifications(page);
    await page.goto('/');
    await untilListening(page);
    await openConversation(page, 'Ben');
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'One' });
    await eventually(() => page.title(), '(1) Ben · Duet');
    await look(page, true);
    await eventually(() => page.title(), 'Ben · Duet');

    await page.getByRole('button', { name: 'Menu' }).hover();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    await sendByCall(backend, ben, ada, { text: 'Two' });
    await eventually(() => page.title(), '(1) Profile · Duet');
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await message(page, 'Two').waitFor();
    await eventually(() => page.title(), 'Ben · Duet');
  });
});

describeFlow('A notification', (test) => {
  test('comes for a message of somebody else, says who and what, and opens the conversation when pressed', async ({
    stage,
    backend,
  }) => {
    const { ada, ben } = await prepare(backend);
    const page = await enterNotified(stage, ada);
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'Are you there?' });
    await eventually(
      () => readNotifications(page),
      [{ title: 'Ben', body: 'Are you there?', isClosed: false }],
    );
    await sendByCall(backend, ben, ada, { text: 'Hello?' });
    await eventually(() => titlesOf(page), ['Ben', 'Ben (2)']);

    await page.getByRole('button', { name: 'Menu' }).hover();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    await pressNotification(page);
    // With the press the browser brings the window to the front.
    await look(page, true);
    await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
    await message(page, 'Hello?').waitFor();
    await eventually(async () => (await readNotifications(page)).at(-1)?.isClosed, true);
  });

  test('is closed when its message is deleted for both', async ({ stage, backend }) => {
    const { ada, ben } = await prepare(backend);
    const page = await enterNotified(stage, ada);
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'One' });
    await eventually(() => titlesOf(page), ['Ben']);
    const id = await sendByCall(backend, ben, ada, { text: 'Two' });
    await eventually(() => titlesOf(page), ['Ben', 'Ben (2)']);
    await callApi(backend, 'PUT', `/messages/delete/${id}`, {
      token: ben.token,
    });
    await eventually(async () => (await readNotifications(page)).at(-1)?.isClosed, true);
  });

  test('never comes for the conversation that is being read, in whichever window', async ({
    stage,
    backend,
  }) => {
    const { ada, ben, cleo } = await prepare(backend);
    const speaking = await enterNotified(stage, ada);
    const reading = await speaking.context().newPage();
    await noteNotifications(reading);
    await reading.goto('/');
    await waitForHome(reading);
    await openConversation(reading, 'Ben');
    await look(speaking, false);
    await untilLocked(speaking, `duet-reading-${ada.id}-${ben.id}`);
    await sendByCall(backend, ben, ada, { text: 'Read at once' });
    await message(reading, 'Read at once').waitFor();
    await sendByCall(backend, cleo, ada, { text: 'Not read' });
    // Messages arrive in their order: the first would have been told of by now.
    await eventually(() => titlesOf(speaking), ['Cleo']);
    expect(await titlesOf(reading)).toEqual([]);
  });

  test('comes from one window of several, and from the next when that is closed', async ({
    stage,
    backend,
  }) => {
    const { ada, ben } = await prepare(backend);
    const first = await enterNotified(stage, ada);
    const second = await first.context().newPage();
    await noteNotifications(second);
    await second.goto('/');
    await waitForHome(second);
    await look(first, false);
    await look(second, false);
    await sendByCall(backend, ben, ada, { text: 'One' });
    await eventually(() => readUnseen(second, 'Ben'), 1);
    await eventually(() => titlesOf(first), ['Ben']);
    expect(await titlesOf(second)).toEqual([]);

    await first.close();
    await untilListening(second);
    await sendByCall(backend, ben, ada, { text: 'Two' });
    await eventually(() => titlesOf(second), ['Ben (2)']);
  });

  test('can hide what was written', async ({ stage, backend }) => {
    const { ada, ben } = await prepare(backend);
    const page = await enterNotified(stage, ada);
    await page.goto('/profile');
    await page.getByRole('radio', { name: 'Name only' }).check();
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await untilListening(page);
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'A secret' });
    await eventually(
      () => readNotifications(page),
      [{ title: 'Ben', body: 'New message', isClosed: false }],
    );
  });

  test('is offered once, to somebody who comes back to a message, and never on load', async ({
    stage,
    backend,
  }) => {
    const { ada, ben } = await prepare(backend);
    const page = await stage.openWindow({ token: ada.token });
    await noteNotifications(page, { permission: 'default', answer: 'denied' });
    await page.goto('/');
    await untilListening(page);
    const offer = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('You missed a message');
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'While you were away' });
    await eventually(() => readUnseen(page, 'Ben'), 1);
    expect(await offer.count()).toBe(0);
    await look(page, true);
    await offer.waitFor();
    expect(await findViolationsInThemes(page)).toEqual([]);
    expect(await page.locator('[data-asked]').count()).toBe(0);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('[data-asked]').waitFor();
    await offer.waitFor({ state: 'detached' });

    await page.reload();
    await untilListening(page);
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'Again' });
    await eventually(() => readUnseen(page, 'Ben'), 2);
    await look(page, true);
    await openConversation(page, 'Ben');
    expect(await offer.count()).toBe(0);
  });
});

describeFlow('The sound', (test) => {
  test('is played once for all windows of a browser that the person has used, and can be off', async ({
    stage,
    backend,
  }) => {
    const { ada, ben } = await prepare(backend);
    const page = await stage.openWindow({ token: ada.token });
    await noteNotifications(page);
    await page.goto('/');
    await untilListening(page);
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'Unheard: nothing was pressed here yet' });
    await eventually(() => readUnseen(page, 'Ben'), 1);
    await page.getByPlaceholder('Seacrch any user...').click();
    await untilListening(page, 'sound');
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'Heard' });
    await eventually(() => countSounds(page), 1);

    await page.getByRole('button', { name: 'Menu' }).hover();
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page.getByRole('switch', { name: 'Sound' }).uncheck();
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'Unheard again' });
    await eventually(() => readUnseen(page, 'Ben'), 3);
    expect(await countSounds(page)).toBe(1);
  });
});

describeFlow('Somebody who is muted', (test) => {
  test('makes neither notification nor sound, keeps the count and bears a mark, until they are heard again', async ({
    stage,
    backend,
  }) => {
    const { ada, ben, cleo } = await prepare(backend);
    const page = await enterNotified(stage, ada);
    await openConversation(page, 'Ben');
    await chooseAtBell(page, 'Ben', 'Mute for 8 hours');
    await row(page, 'Ben').getByText('muted').waitFor();
    await page.keyboard.press('Escape');
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'Psst' });
    await eventually(() => readUnseen(page, 'Ben'), 1);
    await sendByCall(backend, cleo, ada, { text: 'Hello' });
    await eventually(() => titlesOf(page), ['Cleo']);
    await eventually(() => page.title(), '(1) Duet');

    await page.reload();
    await untilListening(page);
    await row(page, 'Ben').getByText('muted').waitFor();
    await look(page, true);
    await openConversation(page, 'Ben');
    await chooseAtBell(page, 'Ben', 'Unmute');
    await row(page, 'Ben').getByText('muted').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await look(page, false);
    await sendByCall(backend, ben, ada, { text: 'At last' });
    await eventually(() => titlesOf(page), ['Ben']);
  });
});
