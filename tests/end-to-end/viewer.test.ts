/** The viewer inside the app, beside the specified opening in a new window. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enterConversation,
  eventually,
  row,
} from '../support/actions.ts';
import { findViolations } from '../support/axe.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  sendByCall,
} from '../support/backends.ts';
import type { Stage, WindowOptions } from '../support/browser.ts';
import { describeFlow, type FlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures with Ben' });
const thread = (page: Page) => page.getByRole('log');
const enlarge = (page: Page) => thread(page).getByRole('button', { name: /^Enlarge/ });

/** The size that the shown picture has as a file: each in these tests has another. */
const readShown = (page: Page) =>
  viewer(page)
    .locator('.yarl__slide_current img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

/** How far each button's sign stands out from its ground, where white lies under that. */
function readContrastOnWhite(buttons: Element[]): number[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('Nothing to paint on.');
  const paint = (colour: string): number => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return buttons.map((button) => {
    const { color, backgroundColor } = getComputedStyle(button);
    paint('#fff');
    const ground = paint(backgroundColor);
    const sign = paint(color);
    return (Math.max(sign, ground) + 0.05) / (Math.min(sign, ground) + 0.05);
  });
}

/** Ada at a conversation with three pictures, 300, 400 and 500 px wide. */
async function open(stage: Stage, backend: Backend, options?: WindowOptions): Promise<Page> {
  const ada: Member = await register(backend, makePerson('Ada'));
  const ben: Member = await register(backend, makePerson('Ben'));
  for (const width of [300, 400, 500]) {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(width, 200)) });
  }
  const page = await enterConversation(stage, ada, 'Ben', options);
  await eventually(() => enlarge(page).count(), 3);
  return page;
}

describeFlow('The viewer', (test: FlowTest) => {
  test('opens from a picture’s corner, shows the others by arrow keys, and gives the focus back', async ({
    stage,
    backend,
  }) => {
    const page = await open(stage, backend);
    await enlarge(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await viewer(page).waitFor();
    await eventually(() => readShown(page), 400);
    await page.keyboard.press('ArrowRight');
    await eventually(() => readShown(page), 500);
    // It ends with the last.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => readShown(page), 400);
    expect(
      await viewer(page)
        .getByText(/^Ben, /)
        .count(),
    ).toBeGreaterThan(0);

    await page.keyboard.press('Escape');
    await eventually(() => viewer(page).count(), 0);
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
      (await enlarge(page).nth(1).getAttribute('aria-label')) ?? '',
    );
    // Escape closed the viewer alone.
    expect(await thread(page).count()).toBe(1);
  });

  test('takes its keys also when the page has the focus, as after a button that was disabled', async ({
    stage,
    backend,
  }) => {
    const page = await open(stage, backend);
    await enlarge(page).nth(1).click();
    await eventually(() => readShown(page), 400);
    const leave = () =>
      page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
    await leave();
    await page.keyboard.press('ArrowLeft');
    await eventually(() => readShown(page), 300);
    await leave();
    await page.keyboard.press('Escape');
    await eventually(() => viewer(page).count(), 0);
    expect(await thread(page).count()).toBe(1);
  });

  test('keeps what is pressed to itself, and names all its buttons', async ({ stage, backend }) => {
    const page = await open(stage, backend);
    await enlarge(page).first().click();
    await viewer(page).waitFor();
    for (const name of [
      'Zoom in',
      'Open in a new window',
      'Save picture',
      'Close',
      'Next picture',
    ]) {
      await viewer(page).getByRole('button', { name }).waitFor();
    }
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('/');
    expect(await viewer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(
      true,
    );
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () =>
          document.activeElement?.closest('[role=dialog], body')?.getAttribute('role') ?? 'page',
      ),
    ).toMatch(/dialog|page/);
    await viewer(page).getByRole('button', { name: 'Close' }).click();
    await eventually(() => viewer(page).count(), 0);
  });

  test('enlarges by button and key, and swipes by hand', async ({ stage, backend }) => {
    const page = await open(stage, backend);
    await enlarge(page).first().click();
    await eventually(() => readShown(page), 300);
    const readWidth = () =>
      viewer(page)
        .locator('.yarl__slide_current img')
        .evaluate((image) => Math.round(image.getBoundingClientRect().width));
    const before = await readWidth();
    await viewer(page).getByRole('button', { name: 'Zoom in' }).click();
    await eventually(async () => (await readWidth()) > before, true);
    await page.keyboard.press('-');
    await eventually(readWidth, before);

    await page.mouse.move(900, 450);
    await page.mouse.down();
    await page.mouse.move(400, 450, { steps: 8 });
    await page.mouse.up();
    await eventually(() => readShown(page), 400);
  });

  test('can be closed and turned over a white picture, too', async ({ stage, backend }) => {
    const page = await open(stage, backend);
    await enlarge(page).nth(1).click();
    await eventually(() => readShown(page), 400);
    const buttons = viewer(page).locator('button:enabled');
    expect(await buttons.count()).toBeGreaterThan(5);
    expect(Math.min(...(await buttons.evaluateAll(readContrastOnWhite)))).toBeGreaterThan(3);
    await viewer(page).getByRole('button', { name: 'Close' }).hover();
    await eventually(
      async () => Math.min(...(await buttons.evaluateAll(readContrastOnWhite))) > 3,
      true,
    );
  });

  test('saves the picture as a file', async ({ stage, backend }) => {
    const page = await open(stage, backend);
    await enlarge(page).first().click();
    await viewer(page).waitFor();
    const saving = page.waitForEvent('download');
    await viewer(page).getByRole('button', { name: 'Save picture' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^Duet .+\.png$/);
  });

  test('opens from the Media grid, where pressing a picture still opens a new window', async ({
    stage,
    backend,
  }) => {
    const page = await open(stage, backend);
    const panel = about(page, 'Ben');
    // The newest stands first.
    await panel
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click();
    await eventually(() => readShown(page), 500);
    await page.keyboard.press('Escape');
    await eventually(() => viewer(page).count(), 0);
    for (const place of [panel, thread(page)]) {
      const opening = page.context().waitForEvent('page');
      await place
        .getByRole('button', { name: /^Image from Ben/ })
        .first()
        .click();
      const opened = await opening;
      await eventually(() => /^(blob:|http)/.test(opened.url()), true);
      await opened.close();
    }
    expect(await viewer(page).count()).toBe(0);
  });

  test('goes with its conversation, when a key leads to another one', async ({
    stage,
    backend,
  }) => {
    await register(backend, makePerson('Cleo'));
    const page = await open(stage, backend);
    await enlarge(page).first().click();
    await viewer(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cleo');
    await page.keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
    await eventually(
      () => box(page).evaluate((element) => element === document.activeElement),
      true,
    );
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('is closed by the system’s Back on a phone, and the conversation stays', async ({
    stage,
    backend,
  }) => {
    const page = await open(stage, backend, { size: 'small', isTouch: true });
    await enlarge(page).last().tap();
    await viewer(page).waitFor();
    await page.goBack();
    await eventually(() => viewer(page).count(), 0);
    await eventually(() => enlarge(page).count(), 3);
    // Closed by its button it leaves nothing to go back from.
    await enlarge(page).last().tap();
    await viewer(page).getByRole('button', { name: 'Close' }).tap();
    await eventually(() => viewer(page).count(), 0);
    await page.goBack();
    await row(page, 'Ben').waitFor();
  });
});
