/** What the app offers beyond the specification about the account and others, only where the server can. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  hasFocus,
  message,
  messages,
  openConversation,
  row,
  sendText,
  untilTold,
} from '../support/actions.ts';
import {
  type Backend,
  callApi,
  type Member,
  makePerson,
  readField,
  register,
  sendByCall,
} from '../support/backends.ts';
import { ECHO, makeFlowTest } from '../support/flow.ts';

const account = (page: Page) => page.getByRole('region', { name: 'Account' });

/** The field says what is wrong with it, and has the focus. */
async function isMarked(field: Locator, problem: string): Promise<void> {
  await eventually(() => field.getAttribute('aria-invalid'), 'true');
  await eventually(() => hasFocus(field), true);
  const read = () =>
    field.evaluate((one) =>
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  expect(await read()).toContain(problem);
}

async function openProfile(page: Page, part: string): Promise<void> {
  await page.goto('/profile');
  await account(page).getByText(part, { exact: true }).first().click();
}

/** On another device of the person, with a session of its own. */
async function logInElsewhere({ url }: Backend, member: Member): Promise<Member> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0',
    },
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  return { ...member, token: String(readField(await response.json(), 'token')) };
}

const ours = makeFlowTest('our server');

ours(
  'A new email is shown on every device, where a login from another one is told of, and a new password signs out all but this one',
  async ({ stage, backend, ada }) => {
    stage.expectTrouble(ECHO);
    const page = await enter(stage, ada);
    const other = await enter(stage, await logInElsewhere(backend, ada));
    for (const each of [other, page]) await openProfile(each, 'Change email');
    const wrong = 'not the password';
    const press = (name: string) => account(page).getByRole('button', { name }).press('Enter');
    await page.getByLabel('New email').fill('new@example.org');
    for (const password of [wrong, ada.password]) {
      await page.getByLabel('Your password').fill(password);
      await press('Change email');
      if (password === wrong) await isMarked(page.getByLabel('Your password'), 'Wrong password.');
    }
    for (const each of [page, other]) {
      await each.getByText('new@example.org', { exact: true }).waitFor();
    }
    await logInElsewhere(backend, { ...ada, email: 'new@example.org' });
    const notice = other.getByRole('region', { name: 'New login' });
    await notice.getByText(/logged in to your account: Chrome/).waitFor();
    await notice.getByRole('button', { name: 'It was me' }).click();
    await notice.waitFor({ state: 'detached' });

    await account(page).getByText('Change password', { exact: true }).first().click();
    const current = page.getByLabel('Current password');
    const wanted = page.getByLabel('New password');
    // Password managers file the new one under it.
    const username = account(page)
      .locator('form', { has: wanted })
      .locator('[autocomplete=username]');
    expect(await username.inputValue()).toBe('new@example.org');
    await current.fill(wrong);
    await wanted.fill('short');
    await press('Change password');
    const problem = account(page).getByText('Use at least 8 characters.');
    await problem.waitFor();
    expect(await hasFocus(wanted)).toBe(true);
    await wanted.press('x');
    await eventually(() => problem.count(), 0);
    await wanted.fill('quite another one');
    await press('Change password');
    await untilTold(page, 'Wrong password.');
    await isMarked(current, 'Wrong password.');
    await current.fill(ada.password);
    await press('Change password');
    await untilTold(page, 'Password changed');
    await other.getByRole('heading', { name: 'Login' }).waitFor();
  },
);

ours(
  'The devices that are signed in are listed as of now, this one first, and signed out from here one by one or all at once',
  async ({ stage, backend, ada }) => {
    stage.expectTrouble(ECHO);
    const page = await enter(stage, ada);
    await page.route('**/sessions', (route) => route.abort());
    await openProfile(page, 'Devices');
    const again = account(page).getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unrouteAll();
    await again.press('Enter');
    await account(page).getByText('This device').waitFor();
    expect(await account(page).locator(':focus').count()).toBe(1);

    const other = await enter(stage, await logInElsewhere(backend, ada));
    await logInElsewhere(backend, ada);
    const devices = account(page).getByRole('listitem');
    const logOutOne = account(page).getByRole('button', { name: 'Log out Chrome, Linux' });
    await eventually(() => logOutOne.count(), 2);
    await devices.first().getByText('This device').waitFor();

    // As of a session that has not shown the password for some minutes.
    await page.route('**/end', (route) => {
      const password = route.request().postDataJSON()?.password;
      if (password === ada.password) return route.continue();
      const [status, message] =
        password === undefined ? [403, 'Enter your password.'] : [400, 'Wrong password.'];
      return route.fulfill({ status, json: { success: false, message } });
    });
    await logOutOne.first().press('Enter');
    const password = account(page).getByLabel('Your password, to log out another device');
    await password.waitFor();
    expect(await hasFocus(password)).toBe(true);
    await password.press('Enter');
    await account(page).getByText('Enter your password to log out another device.').waitFor();
    await password.fill('not the password');
    await password.press('Enter');
    await isMarked(password, 'Wrong password.');
    await password.fill(ada.password);
    await password.press('Enter');
    await eventually(() => devices.count(), 3);
    // The button is gone, and has not taken the focus along.
    expect(await hasFocus(account(page).getByRole('list'))).toBe(true);
    await page.unrouteAll();

    await account(page).getByRole('button', { name: 'Log out everywhere else' }).press('Enter');
    await untilTold(page, 'Logged out everywhere else.');
    await other.getByRole('heading', { name: 'Login' }).waitFor();
    await eventually(() => devices.count(), 1);
    expect(await hasFocus(account(page).getByRole('list'))).toBe(true);
  },
);

ours(
  'An account is deleted with its password, and its messages stay with others',
  async ({ stage, backend, ada, ben }) => {
    stage.expectTrouble(ECHO);
    await sendByCall(backend, ada, ben, { text: 'Remember me' });
    const bens = await enter(stage, ben);
    const page = await enter(stage, ada);
    await openProfile(page, 'Delete account');
    await account(page).getByText('stay with the people who got them').waitFor();
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await isMarked(page.getByLabel('Your password'), 'Wrong password.');
    await page.getByLabel('Your password').fill(ada.password);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('heading', { name: 'Login' }).waitFor();
    await row(bens, 'Deleted account').click();
    await message(bens, 'Remember me').waitFor();
    await conversation(bens)
      .getByText('This account was deleted. You can’t send it messages.')
      .waitFor();
    expect(await box(bens).count()).toBe(0);
    const panel = about(bens, 'Deleted account');
    for (const place of [panel, conversation(bens).locator('header')]) {
      expect(await place.getByText(/online|offline|seen/i).count()).toBe(0);
    }
    // No line is kept free for it either.
    expect(await conversation(bens).locator('header').getByRole('status').count()).toBe(0);
    for (const name of [/Block/, /notifications/i]) {
      expect(await panel.getByRole('button', { name }).count()).toBe(0);
    }
    await expect(sendByCall(backend, ben, ada, { text: 'Hello?' })).rejects.toThrow(
      'This account was deleted. You can’t send it messages.',
    );
  },
);

const question = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Block ${name}?`, exact: true });

ours(
  'Who is blocked after a question reaches the other no more, is told nothing, and may be let in again',
  async ({ stage, backend, ada }) => {
    const troll = await register(backend, makePerson('Troll'));
    const page = await enter(stage, ada);
    const trolls = await enter(stage, troll, { size: 'small', isTouch: true });
    await openConversation(page, 'Troll');
    await openConversation(trolls, 'Ada');
    await row(page, 'Troll').getByText('Online').waitFor();
    await box(page).fill('Never sent');
    const block = about(page, 'Troll').getByRole('button', { name: 'Block' });
    await block.press('Enter');
    await question(page, 'Troll').getByText('They won’t be told.').waitFor();
    // A slip blocks nobody: Enter answers with what has the focus.
    await page.keyboard.press('Enter');
    await question(page, 'Troll').waitFor({ state: 'detached' });
    expect(await hasFocus(block)).toBe(true);
    await block.click();
    await question(page, 'Troll').getByRole('button', { name: 'Block' }).click();
    await untilTold(page, 'You blocked Troll. They won’t be told.');

    const unblock = about(page, 'Troll').getByRole('button', { name: 'Unblock' });
    expect(await hasFocus(unblock)).toBe(true);
    await row(page, 'Troll').getByText('blocked').waitFor();
    const head = conversation(page).locator('header');
    await head.getByText('Blocked', { exact: true }).waitFor();
    await about(page, 'Troll').getByText('Blocked', { exact: true }).waitFor();
    for (const place of [head, about(page, 'Troll')]) {
      expect(await place.getByText(/online|offline|seen/i).count()).toBe(0);
    }
    expect(await box(page).count()).toBe(0);
    await conversation(page).getByText('You blocked Troll').waitFor();
    await box(trolls).pressSequentially('Boo');
    await trolls.getByRole('button', { name: 'Send', exact: true }).click();
    await message(trolls, 'Boo').waitFor();

    await conversation(page).getByRole('button', { name: 'Unblock' }).press('Enter');
    await untilTold(page, 'You unblocked Troll.');
    await row(page, 'Troll').getByText('Online').waitFor();
    expect(await box(page).inputValue()).toBe('Never sent');
    await eventually(() => hasFocus(box(page)), true);
    await sendText(trolls, 'Sorry');
    await message(page, 'Sorry').waitFor();
    expect(await messages(page).count()).toBe(1);
  },
);

/** What the head of the conversation says of the other’s presence. */
const countPresence = (page: Page) =>
  conversation(page)
    .locator('header')
    .getByText(/online|offline|seen/i)
    .count();

ours(
  'What others see is switched on the profile page, for all windows, and the blocked are listed there',
  async ({ stage, backend, ada, ben }) => {
    const troll = await register(backend, makePerson('Troll'));
    await callApi(backend, 'PUT', `/messages/block/${troll.id}`, { token: ada.token });
    const bens = await enterConversation(stage, ben, 'Ada');
    const reading = await enter(stage, ada);
    await row(bens, 'Ada').getByText('Online').waitFor();
    const page = await reading.context().newPage();
    await page.goto('/profile');
    const privacy = page.getByRole('region', { name: 'Privacy' });
    const presence = privacy.getByRole('switch', { name: 'Online and last seen' });
    const receipts = privacy.getByRole('switch', { name: 'Read receipts' });
    expect(await presence.isChecked()).toBe(true);
    // The second press comes before the answer to the first.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/privacy', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await presence.click();
    await receipts.click();
    await eventually(() => receipts.isChecked(), false);
    expect(await presence.isChecked()).toBe(false);
    pressed.resolve();
    await row(bens, 'Ada').getByText('Offline').waitFor();
    await eventually(() => countPresence(bens), 0);

    // Who hides it sees it of nobody, in a window that stood open, too.
    await openConversation(reading, 'Ben');
    await row(reading, 'Ben').getByText('Offline').waitFor();
    await eventually(() => countPresence(reading), 0);
    await sendText(bens, 'Have you read this?');
    await message(reading, 'Have you read this?').waitFor();
    await message(bens, 'Have you read this?').getByText('Delivered').waitFor();

    await presence.click();
    await row(bens, 'Ada').getByText('Online').waitFor();
    await row(reading, 'Ben').getByText('Online').waitFor();
    await privacy.getByRole('button', { name: 'Unblock Troll' }).press('Enter');
    await privacy.getByText('You haven’t blocked anybody.').waitFor();
    await row(reading, 'Troll').getByText('blocked').waitFor({ state: 'detached' });
  },
);

const plain = makeFlowTest('a plain backend');

plain('None of it is there with a backend that cannot do it', async ({ stage, ada, ben: _ben }) => {
  const page = await enterConversation(stage, ada, 'Ben');
  expect(await about(page, 'Ben').getByRole('button', { name: /block/i }).count()).toBe(0);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Save' }).waitFor();
  expect(await account(page).locator('summary').count()).toBe(0);
});
