/** What becomes of a picture between Send and the server: it is neither lost nor shown twice. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  box,
  enterConversation,
  eventually,
  messages,
  openConversation,
  sendPicture,
  untilTold,
} from '../support/actions.ts';
import type { Member } from '../support/backends.ts';
import type { Stage } from '../support/browser.ts';
import { describeFlow, ECHO } from '../support/flow.ts';
import { makePhoto } from '../support/photos.ts';
import { makePngFile } from '../support/pictures.ts';

const ownPicture = (page: Page) => messages(page, true).locator('img[alt^="Image"]');

/** Notes what happens to the pictures of messages from now on: each load, and frames without one. */
async function watchPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    const addresses: string[] = [];
    const seen = { loads: 0, blanks: 0, addresses };
    Object.assign(window, { seen });
    const find = () => document.querySelector<HTMLImageElement>('[data-own=true] .picture img');
    const isThere = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0;
    document.addEventListener(
      'load',
      ({ target }) => {
        if (target === find()) seen.loads += 1;
      },
      { capture: true },
    );
    let wasThere = false;
    const look = () => {
      const image = find();
      if (image && seen.addresses.at(-1) !== image.src) seen.addresses.push(image.src);
      if (wasThere && !(image && isThere(image))) seen.blanks += 1;
      wasThere ||= image !== null && isThere(image);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const readSeen = (page: Page): Promise<unknown> =>
  page.evaluate((): unknown => Reflect.get(window, 'seen'));

/** Ada at her conversation with Ben, in a window in which no picture is ever ready. */
async function openStuck(stage: Stage, ada: Member): Promise<Page> {
  const page = await stage.openWindow({ token: ada.token });
  await page.addInitScript(() => {
    // As on a device that is too busy to come to it.
    Object.assign(window, {
      Worker: class {
        postMessage() {}
        terminate() {}
      },
    });
  });
  await page.goto('/');
  await openConversation(page, 'Ben');
  return page;
}

/** How many unsent messages are on the disk. */
const countStored = (page: Page) =>
  page.evaluate(async () => {
    const bucket = await navigator.storageBuckets?.open('duet-outbox');
    return new Promise<number>((resolve, reject) => {
      const opening = (bucket ?? window).indexedDB.open('duet-outbox');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const { result } = opening;
        const counting = result.transaction('messages').objectStore('messages').count();
        counting.onsuccess = () => {
          result.close();
          resolve(counting.result);
        };
      };
    });
  });

describeFlow('A picture that was just sent', (test) => {
  test('is loaded once: its answer changes nothing of what is seen', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, ben.fullName);
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/media/')) fetched.push(request.url());
    });
    await watchPictures(page);
    await sendPicture(page, makePngFile('once.png', 640, 480));
    await page.locator('[data-state=sent], [data-state=delivered]').waitFor();
    // The panel has it by now, too.
    await page.getByRole('region', { name: 'About Ben' }).locator('li img').waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await readSeen(page)).toEqual({
      loads: 1,
      blanks: 0,
      addresses: [expect.stringMatching(/^blob:/)],
    });
    expect(fetched).toEqual([]);
    // What leads out of the page leads there for longer than the page is open.
    const opening = page.context().waitForEvent('page');
    await page.getByTitle('Open in a new window').first().click();
    await eventually(async () => /\/media\//.test((await opening).url()), true);

    await page.reload();
    await ownPicture(page).waitFor();
    await ownPicture(page).evaluate((image: HTMLImageElement) => image.decode());
  });

  test('survives a crash while it is still prepared, and leaves before what was written after it', async ({
    stage,
    ada,
    ben,
  }) => {
    const maker = await stage.openWindow();
    const photo = await makePhoto(maker, 2_000, 1_500);
    const page = await openStuck(stage, ada);
    await sendPicture(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    await box(page).fill('Look at that');
    await box(page).press('Enter');
    await eventually(() => countStored(page), 2);
    await page.goto('chrome://crash').catch(() => undefined);

    const after = await page.context().newPage();
    await after.goto('/');
    await openConversation(after, 'Ben');
    const bens = await enterConversation(stage, ben, 'Ada');
    await eventually(
      () =>
        messages(bens, false).evaluateAll((rows) =>
          rows.map((row) => (row.querySelector('.picture') ? 'picture' : 'words')),
        ),
      ['picture', 'words'],
    );
    const size = await messages(bens, false)
      .locator('.picture img')
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      });
    expect(size).toEqual([1_500, 2_000]);
    await eventually(() => countStored(after), 0);
  });

  test('that is refused says so on the picture as legibly as its time', async ({
    stage,
    ada,
    ben,
  }) => {
    const page = await enterConversation(stage, ada, ben.fullName);
    await page.route('**/messages/send/**', (route) =>
      route.fulfill({ json: { success: false, message: 'Not to this person.' } }),
    );
    await sendPicture(page, makePngFile('snow.png'));
    const own = messages(page, true);
    await own.getByRole('button', { name: 'Retry' }).waitFor();
    const readColour = (part: Element) => getComputedStyle(part).color;
    expect(await own.locator('.meta > svg').evaluate(readColour)).toBe(
      await own.locator('.meta > time').evaluate(readColour),
    );
  });

  test('on a device without room says so, and leaves all the same (SEND-6)', async ({
    stage,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const page = await stage.openWindow({ token: ada.token });
    page.on('dialog', (question) => question.accept());
    await page.goto('/#lab?seed=1&fullStorage=1');
    await openConversation(page, 'Ben');
    const sends = '**/messages/send/**';
    await page.route(sends, (route) => route.abort());
    await sendPicture(page, makePngFile('nowhere.png'));
    await untilTold(page, 'This device can’t keep what is not sent yet');
    await page.unroute(sends);
    const bens = await enterConversation(stage, ben, 'Ada');
    await messages(bens, false).locator('.picture img').waitFor();
  });
});
