/** The look that the design promises: what stays in its place, and what long or large text must not break. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  notices,
  openConversation,
  people,
  row,
} from '../support/actions.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { SIZES } from '../support/browser.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const LONG_NAME =
  'Wolfeschlegelsteinhausenbergerdorff-Pneumonoultramicroscopicsilicovolcanoconiosi';

const readTop = (page: Page, name: string) =>
  page
    .getByRole('heading', { name })
    .boundingBox()
    .then((place) => place?.y);

test('no rule that all pages share is lost on the way into the built page', async ({ stage }) => {
  const page = await stage.openWindow();
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  const styles = await page.evaluate(() => ({
    // The first rule of base.css, and of tokens.css.
    boxSizing: getComputedStyle(document.body).boxSizing,
    colorScheme: getComputedStyle(document.documentElement).colorScheme,
  }));
  expect(styles).toEqual({ boxSizing: 'border-box', colorScheme: 'light dark' });
});

test('the title of the auth screen stays where it is in every mode, step and trouble', async ({
  stage,
}) => {
  for (const size of ['wide', 'medium', 'small'] as const) {
    const page = await stage.openWindow({ size });
    await page.goto('/login');
    const top = await readTop(page, 'Sign up');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await eventually(() => page.locator('[aria-invalid=true]').count(), 3);
    expect(await readTop(page, 'Sign up'), 'with problems').toBe(top);
    await page.getByLabel('Full Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByPlaceholder('Enter Your Bio').waitFor();
    expect(await readTop(page, 'Sign up'), 'step two').toBe(top);
    await page.getByRole('link', { name: 'Login here' }).click();
    await page.getByRole('button', { name: 'Login Now' }).waitFor();
    expect(await readTop(page, 'Login'), 'login').toBe(top);
  }
});

test('a long name makes neither the conversation nor its parts wider than the sheet', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson(LONG_NAME));
  await sendByCall(backend, ada, ben, { text: 'A'.repeat(300) });
  const page = await enterConversation(stage, ada, LONG_NAME);
  await message(page, /AAA/).waitFor();
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    const sheet = await conversation(page).boundingBox();
    for (const part of [box(page), page.getByRole('log'), message(page, /AAA/)]) {
      const place = await part.boundingBox();
      expect((place?.x ?? 0) + (place?.width ?? 0), `${size.width}`).toBeLessThanOrEqual(
        (sheet?.x ?? 0) + (sheet?.width ?? 0),
      );
    }
  }
});

test('a conversation is printed whole, without the list and the box', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  await sendByCall(backend, ben, ada, { text: 'A tall one.\n'.repeat(100) });
  const page = await enterConversation(stage, ada, 'Ben');
  await message(page, /A tall one/).waitFor();
  await page.emulateMedia({ media: 'print' });
  const paper = await page.evaluate(() => document.documentElement.scrollHeight);
  const printed = await message(page, /A tall one/).boundingBox();
  expect(printed?.y).toBeGreaterThanOrEqual(0);
  expect((printed?.y ?? 0) + (printed?.height ?? 0)).toBeLessThanOrEqual(paper);
  expect(await people(page).isVisible()).toBe(false);
  expect(await box(page).isVisible()).toBe(false);
});

test('a row of the list has room for its words at twice the text size', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  await register(backend, makePerson('Ben Nevis'));
  const page = await enter(stage, ada);
  await row(page, 'Ben Nevis').waitFor();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const room = await row(page, 'Ben Nevis').boundingBox();
  for (const word of ['Ben Nevis', 'Offline']) {
    const place = await people(page).getByText(word).boundingBox();
    expect(place?.y, word).toBeGreaterThanOrEqual(room?.y ?? 0);
    expect((place?.y ?? 0) + (place?.height ?? 0), word).toBeLessThanOrEqual(
      (room?.y ?? 0) + (room?.height ?? 0),
    );
  }
});

test('whatever the window and the text size, the pictures beside a conversation are in sight, and so are the buttons', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  for (let index = 0; index < 4; index++) {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(40 + index, 30)) });
  }
  const page = await enter(stage, ada);
  const pictures = about(page, 'Ben').getByRole('list');
  const buttons = ['Mute notifications from Ben', 'Block', 'Logout'].map((name) =>
    about(page, 'Ben').getByRole('button', { name }),
  );
  const [highest = page.locator('body')] = buttons;
  for (const [width, height, textSize] of [
    [1440, 600, '100%'],
    [820, 600, '100%'],
    [1440, 640, '150%'],
    [768, 600, '100%'],
    [1024, 600, '100%'],
    [1099, 768, '150%'],
    [1280, 720, '100%'],
    [1366, 657, '100%'],
    [1440, 900, '200%'],
    [820, 1000, '200%'],
    [1024, 768, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, textSize);
    await openConversation(page, 'Ben');
    const first = await pictures.getByRole('listitem').first().boundingBox();
    const foot = await highest.boundingBox();
    const end = (first?.y ?? height) + (first?.height ?? 0);
    // With the largest text the pictures are reached by scrolling.
    if (textSize !== '200%') {
      expect(end, `${width} x ${height}`).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    for (const button of buttons) {
      const place = await button.boundingBox();
      expect((place?.y ?? height) + (place?.height ?? 0)).toBeLessThanOrEqual(height);
      await button.click({ trial: true });
    }
  }
});

test('on a phone held sideways the notch covers neither the list nor the panel', async ({
  stage,
  ada,
  ben,
}) => {
  const page = await enter(stage, ada);
  await page.setViewportSize({ width: 844, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } });
  await openConversation(page, ben.fullName);
  const list = await people(page).boundingBox();
  const panel = await about(page, ben.fullName).boundingBox();
  expect(list?.x).toBe(47);
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBe(844 - 47);
});

test('the row of pictures that peeks out fades, also for those who wish for less movement', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  for (let index = 0; index < 6; index++) {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(40 + index, 30)) });
  }
  const page = await enterConversation(stage, ada, 'Ben');
  const grid = about(page, 'Ben').getByRole('list');
  const readFade = () =>
    grid.evaluate((list) => getComputedStyle(list).getPropertyValue('--media-fade'));
  await eventually(readFade, '28px');
  await grid.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await eventually(readFade, '0px');
});

test('the Tab key reaches a notification, which a key closes', async ({ stage, backend }) => {
  const ada = await register(backend, makePerson('Ada'));
  await register(backend, makePerson('Ben'));
  const page = await enterConversation(stage, ada, 'Ben');
  await page.route(/\/messages\/send\//, (route) =>
    route.fulfill({ json: { success: false, message: 'Not to this person.' } }),
  );
  await box(page).fill('Hello');
  await box(page).press('Enter');
  await notices(page).waitFor();
  await about(page, 'Ben').getByRole('button', { name: 'Logout' }).focus();
  // The notification itself, and its button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await eventually(() => notices(page).count(), 0);
});

test('the buttons about a person stand where they are, whatever the server turns out to be able to do', async ({
  stage,
  ada,
  ben,
}) => {
  void ben;
  const page = await enterConversation(stage, ada, 'Ben');
  const panel = about(page, 'Ben');
  const bell = panel.getByRole('button', { name: /notifications/i });
  await panel.getByRole('button', { name: 'Block' }).waitFor();
  const place = await bell.boundingBox();
  await page.evaluate(() => sessionStorage.setItem('contract-only', 'on'));
  await page.reload();
  await bell.waitFor();
  expect(await panel.getByRole('button', { name: 'Block' }).count()).toBe(0);
  // Alone it is wider.
  expect(await bell.boundingBox()).toMatchObject({
    x: place?.x,
    y: place?.y,
    height: place?.height,
  });
});
