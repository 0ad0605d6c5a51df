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
import { type Member, makePerson, register, sendByCall } from '../support/backends.ts';
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
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server').extend('cleo', ({ backend }) =>
  register(backend, makePerson('Cleo')),
);

const readIcon = (page: Page) =>
  page
    .locator('link[rel=icon][type="image/svg+xml"]')
    .getAttribute('href')
    .then((href) => decodeURIComponent(href ?? ''));

const titlesOf = async (page: Page) => (await readNotifications(page)).map(({ title }) => title);

const lastIsClosed = async (page: Page) => (await readNotifications(page)).at(-1)?.isClosed;

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).hover();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
}

const leaveProfile = (page: Page) => page.getByRole('link', { name: 'Back to chats' }).click();

/** The chats of somebody who has switched notifications on. */
async function enterNotified(stage: Stage, member: Member): Promise<Page> {
  const page = await stage.openWindow({ token: member.token });
  await noteNotifications(page);
  await page.goto('/profile');
  await page.getByRole('switch', { name: 'Notifications', exact: true }).check();
  await leaveProfile(page);
  await untilListening(page);
  return page;
}

test('The count of what is unseen stands in the title and on the icon, of the open conversation too while nobody looks at it, of nobody who is muted, and is gone with the last message and with the session', async ({
  stage,
  backend,
  ada,
  ben,
  cleo,
}) => {
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

  await look(page, false);
  await sendByCall(backend, cleo, ada, { text: 'Three' });
  await eventually(() => page.title(), '(1) Cleo · Duet');
  await look(page, true);
  await eventually(() => page.title(), 'Cleo · Duet');
  await openProfile(page);
  await sendByCall(backend, cleo, ada, { text: 'Four' });
  await eventually(() => page.title(), '(1) Profile · Duet');
  await leaveProfile(page);
  await message(page, 'Four').waitFor();
  await eventually(() => page.title(), 'Cleo · Duet');

  await sendByCall(backend, ben, ada, { text: 'Five' });
  await eventually(() => page.title(), '(1) Cleo · Duet');
  await chooseAtBell(page, 'Cleo', 'Mute for 8 hours');
  await row(page, 'Cleo').getByText('muted').waitFor();
  await page.keyboard.press('Escape');
  await sendByCall(backend, cleo, ada, { text: 'Psst' });
  await eventually(() => readUnseen(page, 'Cleo'), 1);
  await eventually(() => page.title(), '(1) Duet');
  await logOut(page);
  await eventually(() => page.title(), 'Login · Duet');
  expect(await readIcon(page)).toBe(plainIcon);
});

test('A notification says who and what, opens the conversation, goes when that is read, and comes from one window of several, in none of which that is read', async ({
  stage,
  backend,
  ada,
  ben,
  cleo,
}) => {
  const page = await enterNotified(stage, ada);
  await look(page, false);
  await sendByCall(backend, ben, ada, { text: 'Hello?' });
  const first = { title: 'Ben', body: 'Hello?', isClosed: false };
  await eventually(() => readNotifications(page), [first]);
  await openProfile(page);
  await pressNotification(page);
  // With the press the browser brings the window to the front.
  await look(page, true);
  await conversation(page).getByRole('heading', { name: 'Ben' }).waitFor();
  await message(page, 'Hello?').waitFor();
  await eventually(() => lastIsClosed(page), true);

  const reading = await page.context().newPage();
  await noteNotifications(reading);
  await reading.goto('/');
  await waitForHome(reading);
  await openConversation(reading, 'Ben');
  await openConversation(page, 'Cleo');
  await look(page, false);
  await untilLocked(page, `duet-reading-${ada.id}-${ben.id}`);
  const before = (await titlesOf(page)).length;
  await sendByCall(backend, ben, ada, { text: 'Read at once' });
  await message(reading, 'Read at once').waitFor();
  await sendByCall(backend, cleo, ada, { text: 'Not read' });
  // Messages arrive in their order: the first would have been told of by now.
  await eventually(async () => (await titlesOf(page)).slice(before), ['Cleo']);
  expect(await titlesOf(reading)).toEqual([]);

  // The next window speaks when that is closed.
  await page.close();
  await untilListening(reading);
  await look(reading, false);
  await sendByCall(backend, ben, ada, { text: 'One more' });
  await eventually(() => titlesOf(reading), ['Ben']);
});

test('A notification is offered once, to somebody who comes back to a message, and never on load', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
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

test('The sound is played in a browser that the person has used, and can be off', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
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

  await openProfile(page);
  await page.getByRole('switch', { name: 'Sound' }).uncheck();
  await leaveProfile(page);
  await look(page, false);
  await sendByCall(backend, ben, ada, { text: 'Unheard again' });
  await eventually(() => readUnseen(page, 'Ben'), 3);
  expect(await countSounds(page)).toBe(1);
});
