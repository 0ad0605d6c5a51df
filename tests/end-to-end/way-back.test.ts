/** The system's Back on a phone or a tablet: one step takes away one thing, and the rest stays as it was. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { conversation, enterConversation, eventually, row } from '../support/actions.ts';
import { type Backend, type Member, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const phone = { size: 'small', isTouch: true } as const;
const search = (page: Page) => page.getByRole('search', { name: 'Search the conversation' });
const words = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' });
const emoji = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures with Ben' });
const enlarge = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Enlarge/ });
const ben = (page: Page) => conversation(page).getByRole('heading', { name: 'Ben' });

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function openSearch(page: Page): Promise<void> {
  await conversation(page).getByRole('button', { name: 'Search the conversation' }).click();
  await words(page).fill('needle');
  await search(page).getByText('1 result').waitFor();
}

async function sendNeedle(backend: Backend, from: Member, to: Member): Promise<void> {
  await sendByCall(backend, from, to, { text: 'A needle' });
  await sendByCall(backend, from, to, { image: makeDataUrl(makePng(300, 200)) });
}

const test = makeFlowTest('our server');

test('The browser’s Back closes what stands over a conversation, the topmost first', async ({
  stage,
  backend,
  ada,
  ben: sender,
}) => {
  await sendNeedle(backend, sender, ada);
  const page = await enterConversation(stage, ada, 'Ben', phone);
  await openSearch(page);

  for (const close of [
    () => viewer(page).getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await enlarge(page).click();
    await viewer(page).waitFor();
    await close();
    await eventually(() => viewer(page).count(), 0);
    expect(await words(page).inputValue()).toBe('needle');
  }
  for (const close of [() => words(page).click(), () => page.goBack()]) {
    await words(page).click();
    await conversation(page).getByRole('button', { name: 'Emoji' }).click();
    await emoji(page).waitFor();
    await close();
    await eventually(() => emoji(page).count(), 0);
    expect(await words(page).inputValue()).toBe('needle');
  }
  await page.goBack();
  await eventually(() => search(page).count(), 0);
  expect(await ben(page).isVisible()).toBe(true);

  // What has closed by itself leaves nothing to press away, also over a reload.
  await enlarge(page).click();
  await viewer(page).waitFor();
  await page.reload();
  await ben(page).waitFor();
  expect(await viewer(page).count()).toBe(0);
  await openSearch(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to a person' }).waitFor();
  await page.goBack();
  await eventually(() => page.getByRole('dialog').count(), 0);
  await page.goBack();
  await eventually(() => search(page).count(), 0);
  expect(await ben(page).isVisible()).toBe(true);
  await page.goBack();
  await row(page, 'Ben').waitFor();
  await eventually(() => pathOf(page), '/');
  await page.goForward();
  await ben(page).waitFor();
  await page.goBack();
  await eventually(() => pathOf(page), '/');
});
