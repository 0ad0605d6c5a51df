/** The viewer inside the app, beside the specified opening in a new window. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enterConversation,
  eventually,
  hasFocus,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const test = makeFlowTest('our server');

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures with Ben' });
const thread = (page: Page) => page.getByRole('log');
const enlarge = (page: Page) => thread(page).getByRole('button', { name: /^Enlarge/ });

/** The size that the shown picture has as a file: each in these tests has another. */
const readShown = (page: Page) =>
  viewer(page)
    .locator('.yarl__slide_current img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

test('The viewer shows pictures by keys, buttons and by hand, keeps what is pressed to itself, saves, gives the focus back, and goes with its conversation', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await register(backend, makePerson('Cleo'));
  for (const width of [300, 400, 500]) {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(width, 200)) });
  }
  const page = await enterConversation(stage, ada, 'Ben');
  await eventually(() => enlarge(page).count(), 3);
  const untilClosed = () => eventually(() => viewer(page).count(), 0);
  const press = (name: string) => viewer(page).getByRole('button', { name }).click();

  await enlarge(page).nth(1).press('Enter');
  await eventually(() => readShown(page), 400);
  await page.keyboard.press('ArrowRight');
  await eventually(() => readShown(page), 500);
  // It ends with the last.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await eventually(() => readShown(page), 400);
  const said = viewer(page).getByText(/^Ben, /);
  expect(await said.count()).toBeGreaterThan(0);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('/');
  const holdsFocus = (dialog: Element) => dialog.contains(document.activeElement);
  expect(await viewer(page).evaluate(holdsFocus)).toBe(true);

  // Also when the page has the focus, as after a button that was disabled.
  const leave = () =>
    page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  await leave();
  await page.keyboard.press('ArrowLeft');
  await eventually(() => readShown(page), 300);

  const readWidth = () =>
    viewer(page)
      .locator('.yarl__slide_current img')
      .evaluate((image) => Math.round(image.getBoundingClientRect().width));
  const before = await readWidth();
  await press('Zoom in');
  await eventually(async () => (await readWidth()) > before, true);
  await page.keyboard.press('-');
  await eventually(readWidth, before);
  await page.mouse.move(900, 450);
  await page.mouse.down();
  await page.mouse.move(400, 450, { steps: 8 });
  await page.mouse.up();
  await eventually(() => readShown(page), 400);

  const saving = page.waitForEvent('download');
  await press('Save picture');
  expect((await saving).suggestedFilename()).toMatch(/^Duet .+\.png$/);
  await leave();
  // Escape closes the viewer alone.
  await page.keyboard.press('Escape');
  await untilClosed();
  expect(await thread(page).count()).toBe(1);
  await enlarge(page).nth(1).press('Enter');
  await eventually(() => readShown(page), 400);
  await press('Close');
  await untilClosed();
  await eventually(() => hasFocus(enlarge(page).nth(1)), true);

  // From the Media grid, where the newest stands first. Pressing a picture itself still opens a new window.
  const panel = about(page, 'Ben');
  await panel
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click();
  await eventually(() => readShown(page), 500);
  await page.keyboard.press('Escape');
  await untilClosed();
  const opening = page.context().waitForEvent('page');
  await thread(page)
    .getByRole('button', { name: /^Image from Ben/ })
    .first()
    .click();
  const opened = await opening;
  await eventually(() => /^(blob:|http)/.test(opened.url()), true);
  await opened.close();
  expect(await viewer(page).count()).toBe(0);

  await enlarge(page).first().click();
  await viewer(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cleo');
  await page.keyboard.press('Enter');
  await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
  await eventually(() => hasFocus(box(page)), true);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
