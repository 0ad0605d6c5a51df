/** Everything is there for everybody: axe on every screen in both themes, and all of it by keyboard. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  bell,
  conversation,
  enter,
  eventually,
  message,
  messages,
  notice,
  notices,
  openConversation,
  openMenu,
  people,
  row,
  waitForHome,
} from '../support/actions.ts';
import { findViolationsInThemes } from '../support/axe.ts';
import {
  type Backend,
  callApi,
  makePerson,
  readField,
  register,
  sendByCall,
} from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { describeFlow, ECHO } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

/** Ada, with people around her and a conversation that has something of everything. */
async function prepareHouse(backend: Backend) {
  const ada = await register(backend, makePerson('Ada Lovelace'));
  const ben = await register(backend, makePerson('Ben Nevis'));
  const cleo = await register(backend, makePerson('Cleo Benton'));
  await sendByCall(backend, ada, ben, { text: 'Have you seen https://example.org/this?' });
  await sendByCall(backend, ben, ada, { text: 'Not yet. 🙂' });
  await sendByCall(backend, ben, ada, { text: '🎉' });
  for (let index = 0; index < 5; index += 1) {
    const from = index % 2 ? ada : ben;
    const image = makeDataUrl(makePng(240 + index, 160));
    await sendByCall(backend, from, from === ada ? ben : ada, { image });
  }
  await sendByCall(backend, cleo, ada, { text: 'Unseen' });
  return { ada, ben, cleo };
}

describeFlow('On every screen', (test) => {
  test('axe finds no violation on the auth screen, whose title stays where it is in every mode, step and trouble', async ({
    stage,
  }) => {
    stage.expectTrouble(ECHO);
    const page = await stage.openWindow();
    await page.goto('/login');
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    const readTops = async () => {
      const tops: (number | undefined)[] = [];
      for (const size of Object.values(SIZES)) {
        await page.setViewportSize(size);
        tops.push((await title.boundingBox())?.y);
      }
      return tops;
    };
    const tops = await readTops();
    const check = async (where: string) => {
      expect(await findViolationsInThemes(page), where).toEqual([]);
      expect(await readTops(), where).toEqual(tops);
    };
    await check('sign up, step one');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await eventually(() => page.locator('[aria-invalid=true]').count(), 3);
    await check('with problems');
    await page.getByLabel('Full Name').fill('Ada');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByPlaceholder('Enter Your Bio').waitFor();
    await check('sign up, step two');
    await page.getByRole('link', { name: 'Login here' }).click();
    await page.getByRole('button', { name: 'Login Now' }).waitFor();
    await check('login');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.getByRole('button', { name: 'Login Now' }).click();
    await notice(page, /./).first().waitFor();
    await check('with a notification');
  });

  test('axe finds no violation on chat home, the profile and the error screen', async ({
    stage,
    backend,
  }) => {
    const { ada } = await prepareHouse(backend);
    const page = await enter(stage, ada);
    await row(page, 'Ben Nevis').waitFor();
    expect(await findViolationsInThemes(page), 'without a selection').toEqual([]);
    await openMenu(page);
    expect(await findViolationsInThemes(page), 'with the menu open').toEqual([]);
    await page.keyboard.press('Escape');
    await openConversation(page, 'Ben Nevis');
    await message(page, /^Not yet\./).waitFor();
    await bell(page, 'Ben Nevis').click();
    await page.getByRole('menu').waitFor();
    expect(await findViolationsInThemes(page), 'with the menu of muting open').toEqual([]);
    await page.getByRole('menuitem', { name: 'Mute always' }).click();
    await row(page, 'Ben Nevis').getByText('muted').waitFor();
    await page.route(/\/messages\/send\//, (route) =>
      route.fulfill({ json: { success: false, message: 'Not to this person.' } }),
    );
    await page.getByPlaceholder('Send a message...').fill('Will it go?');
    await page.keyboard.press('Enter');
    await message(page, 'Will it go?').getByRole('button', { name: 'Retry' }).waitFor();
    expect(await findViolationsInThemes(page), 'with a message that failed').toEqual([]);

    await page.setViewportSize(SIZES.small);
    expect(await findViolationsInThemes(page), 'small conversation').toEqual([]);
    await page.getByRole('button', { name: 'Back to list' }).click();
    await people(page).waitFor();
    expect(await findViolationsInThemes(page), 'small list').toEqual([]);
    await page.setViewportSize(SIZES.wide);
    await page.goto('/profile');
    await page.getByRole('region', { name: 'Settings' }).waitFor();
    expect(await findViolationsInThemes(page), 'profile').toEqual([]);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findViolationsInThemes(page), 'shortcuts').toEqual([]);
    await page.goto('/no/such/place');
    await page.getByText('404 Not Found').waitFor();
    expect(await findViolationsInThemes(page), 'error').toEqual([]);
  });
});

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const names: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = await page.evaluate(() => {
      const one = document.activeElement;
      const label = one instanceof HTMLElement ? one : undefined;
      const labelled =
        label && 'labels' in label && label.labels instanceof NodeList
          ? label.labels[0]
          : undefined;
      return {
        role: label?.getAttribute('role') ?? label?.tagName.toLowerCase() ?? '',
        name:
          label?.getAttribute('aria-label') ??
          labelled?.textContent ??
          (label?.innerText || label?.querySelector('img')?.alt) ??
          '',
      };
    });
    names.push(`${focused.role} "${focused.name}"`);
    const isNamed =
      typeof name === 'string' ? focused.name.trim() === name : name.test(focused.name);
    if (focused.role === role && isNamed) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${role} "${name}", but ${names.join(', ')}`);
}

describeFlow('By keyboard alone', (test) => {
  test('one signs up, finds somebody, writes, looks at pictures, edits the profile and leaves', async ({
    stage,
    backend,
  }) => {
    const ben = await register(backend, makePerson('Ben Nevis'));
    await register(backend, makePerson('Cleo Benton'));
    const person = makePerson('Ada Lovelace');
    const page = await stage.openWindow();
    const { keyboard } = page;
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Sign up' }).waitFor();
    for (const [label, value] of [
      ['Full Name', person.fullName],
      ['Email', person.email],
      ['Password', person.password],
    ] as const) {
      await tabTo(page, 'input', label);
      await keyboard.type(value);
    }
    await keyboard.press('Enter');
    await page.getByPlaceholder('Enter Your Bio').waitFor();
    await tabTo(page, 'textarea', 'Bio');
    await keyboard.type('By keyboard');
    await tabTo(page, 'button', 'Create Account');
    await keyboard.press('Enter');
    await waitForHome(page);

    await row(page, 'Ben Nevis').waitFor();
    await keyboard.press('/');
    await keyboard.type('nevis');
    await eventually(() => row(page, 'Cleo Benton').count(), 0);
    // The code that searches may come only now; the list waits for it.
    await row(page, 'Ben Nevis').waitFor();
    await keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Ben Nevis' }).waitFor();
    const isWriting = () =>
      page.evaluate(() => document.activeElement?.getAttribute('placeholder') ?? '');
    await eventually(isWriting, 'Send a message...');
    await keyboard.type('Two lines:');
    await keyboard.press('Shift+Enter');
    await keyboard.type('this is the second');
    await keyboard.press('Enter');
    await message(page, /this is the second/).waitFor();
    expect(await messages(page).count()).toBe(1);

    const list = readField(await callApi(backend, 'GET', '/messages/users', ben), 'users');
    const ada = (Array.isArray(list) ? list : []).find(
      (one) => readField(one, 'fullName') === person.fullName,
    );
    const to = { ...person, id: String(readField(ada, '_id')), token: '' };
    await sendByCall(backend, ben, to, { image: makeDataUrl(makePng(300, 200)) });
    await messages(page, false)
      .getByRole('button', { name: /Image from/ })
      .waitFor();
    await tabTo(page, 'button', /Image from Ben Nevis/);
    const opening = page.context().waitForEvent('page');
    await keyboard.press('Enter');
    await (await opening).close();

    // Escape goes back one step at a time: the search first, then the conversation.
    await keyboard.press('Escape');
    await row(page, 'Cleo Benton').waitFor();
    await keyboard.press('Escape');
    await page.getByText('Chat anytime, anywhere').waitFor();
    await eventually(
      () =>
        page.evaluate(() => document.activeElement?.textContent?.includes('Ben Nevis') ?? false),
      true,
    );
    await keyboard.press('ArrowDown');
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await conversation(page).getByRole('heading', { level: 2 }).waitFor();

    // A notification holds the focus that tabs into it, so let it go first.
    await eventually(() => notices(page).count(), 0);
    await tabTo(page, 'button', 'Menu');
    await tabTo(page, 'a', 'Edit Profile');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    await tabTo(page, 'input', 'Name');
    await keyboard.press('End');
    await keyboard.type(' King');
    await tabTo(page, 'button', 'Save');
    await keyboard.press('Enter');
    await waitForHome(page);
    await eventually(() => notices(page).count(), 0);
    await tabTo(page, 'button', 'Menu');
    await tabTo(page, 'button', 'Logout');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
  });
});
