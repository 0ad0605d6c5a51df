/** The pictures of a conversation in the panel: which of them load, and when. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { about, enterConversation, eventually } from '../support/actions.ts';
import { sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

const COUNT = 24;

const tiles = (page: Page) => about(page, 'Ben').locator('li');
const shown = (page: Page, index: number) => tiles(page).nth(index).locator('img');

const readWidth = (page: Page, index: number) =>
  shown(page, index).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });

makeFlowTest('our server')(
  'The Media grid loads only the pictures near its view',
  async ({ stage, backend, ada, ben }) => {
    for (let index = 0; index < COUNT; index += 1) {
      await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(100 + index, 150)) });
    }
    const page = await enterConversation(stage, ada, 'Ben');
    await eventually(() => tiles(page).count(), COUNT);
    expect(await readWidth(page, 0)).toBe(100 + COUNT - 1);
    expect(await shown(page, COUNT - 1).count()).toBe(0);
    // Those that are not loaded are found by their names all the same.
    const named = page.getByRole('button', { name: /^Image from Ben/ });
    expect(await named.count()).toBeGreaterThanOrEqual(COUNT);
    await tiles(page)
      .nth(COUNT - 1)
      .scrollIntoViewIfNeeded();
    expect(await readWidth(page, COUNT - 1)).toBe(100);
    // Those behind stay: a picture that loads again would be grey for a moment.
    expect(await shown(page, 1).count()).toBe(1);
  },
);
