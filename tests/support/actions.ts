/** What people do at the screen, found by the names that people see and hear. */
import type { CDPSession, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { Member, Person } from './backends.ts';
import type { Stage, WindowOptions } from './browser.ts';

export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Full Name').fill(person.fullName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByPlaceholder('Enter Your Bio').fill(person.bio);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await waitForHome(page);
}

/** Asks to be let in, and does not wait for the answer. */
export async function askToLogIn(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/login');
  const isSigningUp = page.getByRole('link', { name: 'Login here' });
  await isSigningUp
    .or(page.getByRole('button', { name: 'Login Now' }))
    .first()
    .waitFor();
  if (await isSigningUp.isVisible()) await isSigningUp.click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login Now' }).click();
}

export async function logIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await askToLogIn(page, person);
  await waitForHome(page);
}

/** Until the person list stands there. */
export async function waitForHome(page: Page): Promise<void> {
  await people(page).waitFor();
}

export const people = (page: Page): Locator => page.getByRole('region', { name: 'People' });
export const conversation = (page: Page): Locator =>
  page.getByRole('region', { name: 'Conversation', exact: true });
export const about = (page: Page, fullName: string): Locator =>
  page.getByRole('region', { name: `About ${fullName}` });

/** The row of a person in the list: a link in our app, a button on the plain page. */
export const row = (page: Page, fullName: string): Locator =>
  people(page)
    .getByRole('link', { name: fullName })
    .or(people(page).getByRole('button', { name: fullName }));

/** The number on a person's row; 0 without a badge. */
export async function readUnseen(page: Page, fullName: string): Promise<number> {
  const [words = ''] = await row(page, fullName).locator('[data-badge]').allTextContents();
  return Number(/^(\d+)\+? unread/.exec(words)?.[1] ?? 0);
}

export const box = (page: Page): Locator => page.getByPlaceholder('Send a message...');

export async function openConversation(page: Page, fullName: string): Promise<void> {
  await row(page, fullName).click();
  await conversation(page).getByRole('heading', { name: fullName }).waitFor();
  await box(page).waitFor();
}

export async function sendText(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  // On a touch screen Enter breaks the line.
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  if (isTouch) await conversation(page).getByRole('button', { name: 'Send', exact: true }).click();
  else await box(page).press('Enter');
}

/** The messages on the screen; `own` narrows them to one side. */
export function messages(page: Page, own?: boolean): Locator {
  const which = own === undefined ? '[data-own]' : `[data-own="${own}"]`;
  return page.getByRole('log').locator(which);
}

/** The messages that say `text`: all of it, or what the pattern finds. */
export const message = (page: Page, text: string | RegExp): Locator =>
  messages(page).filter({ has: page.locator('.bubble').getByText(text, { exact: true }) });

/** Of `texts`, those that stand in the conversation, in the order in which they stand there. */
export async function readOrder(page: Page, texts: readonly string[]): Promise<string[]> {
  const shown = await messages(page).allInnerTexts();
  return shown.flatMap((entry) =>
    texts.filter((text) => entry.split('\n').some((line) => line.includes(text))),
  );
}

export const notices = (page: Page): Locator => page.locator('[data-sonner-toast]');
export const notice = (page: Page, text: string | RegExp): Locator =>
  notices(page).filter({ hasText: text });

/** The words of all notices since the page has loaded, also of those that are gone. */
export const readTold = (page: Page): Promise<string[]> =>
  page.evaluate((): string[] => Reflect.get(window, 'toldNotices'));

/** Whether a page sends a message by this call. */
export const isSend = (request: Request): boolean => request.url().includes('/messages/send/');

/** Until a notice has said this since the page has loaded. */
export const untilTold = (page: Page, text: string | RegExp): Promise<void> =>
  eventually(
    async () =>
      (await readTold(page)).some((told) =>
        typeof text === 'string' ? told.includes(text) : text.test(told),
      ),
    true,
  );

/** Chooses a file for the picture to send, and sends it. */
export async function sendPicture(page: Page, file: PictureFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach image' }).click();
  await (await choosing).setFiles(file);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Presses a key as a browser tells of one that an input method takes. */
async function pressTaken(devtools: CDPSession, key: string, keyCode: number): Promise<void> {
  const event = { key, windowsVirtualKeyCode: keyCode };
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

/** Writes words with an input method, and ends the composition by Escape as Safari does. */
export async function composeAndEscape(page: Page, words: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const text = 'にほん';
  await devtools.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 });
  await pressTaken(devtools, 'Escape', 27);
  await devtools.send('Input.insertText', { text: words });
  // Safari tells of the key that ends a composition when that has ended.
  await pressTaken(devtools, 'Escape', 229);
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).hover();
  await menuLogOut(page).waitFor();
}

/** The one in the menu: beside an open conversation stands another. */
export const menuLogOut = (page: Page): Locator =>
  people(page).getByRole('button', { name: 'Logout' });

export const bell = (page: Page, fullName: string): Locator =>
  page.getByRole('button', { name: `Notifications from ${fullName}` });

/** Chooses what becomes of somebody's messages. */
export async function chooseAtBell(page: Page, fullName: string, choice: string): Promise<void> {
  await bell(page, fullName).click();
  await page.getByRole('menuitem', { name: choice, exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await menuLogOut(page).click();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
}

/** Whether something in there is painted green, as the dot of somebody who is online is. */
export const hasGreen = (place: Locator): Promise<boolean> =>
  place.evaluate((element) =>
    [...element.querySelectorAll('*')].some((one) =>
      [undefined, '::after'].some((part) => {
        const { backgroundColor, content } = getComputedStyle(one, part);
        const [red = 0, green = 0, blue = 0] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
        const isThere = part === undefined || content !== 'none';
        return isThere && green > red + 30 && green > blue + 20;
      }),
    ),
  );

/** Waits until something holds, and fails with its last value. For what no locator can wait for. */
export async function eventually<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await expect.poll(read, { interval: 50 }).toEqual(expected);
}

export const hasFocus = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === document.activeElement);

/** Opens the app for somebody who signed in before, and waits for the person list. */
export async function enter(stage: Stage, member: Member, options?: WindowOptions): Promise<Page> {
  const page = await stage.openWindow({ ...options, token: member.token });
  await page.goto('/');
  await waitForHome(page);
  return page;
}

/** The same, with somebody's conversation open. */
export async function enterConversation(
  stage: Stage,
  member: Member,
  fullName: string,
  options?: WindowOptions,
): Promise<Page> {
  const page = await enter(stage, member, options);
  await openConversation(page, fullName);
  return page;
}

/** Opens the sheet of shortcuts, as soon as the code is loaded that listens to its key. */
export async function openShortcuts(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Keyboard shortcuts' });
  await eventually(async () => {
    await page.keyboard.press('?');
    return heading.isVisible();
  }, true);
}

/** A finger that stays on something for longer than a tap. */
export async function holdFinger(page: Page, one: Locator) {
  const devtools = await page.context().newCDPSession(page);
  const box = await one.boundingBox();
  const touchPoints = [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }];
  let isDown = false;
  const end = async () => {
    if (isDown)
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    isDown = false;
  };
  return {
    end,
    async start() {
      await end();
      isDown = true;
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
    },
  };
}
