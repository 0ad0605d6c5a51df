/** What becomes of a picture between Send and the server: it is neither lost nor shown twice. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  enterConversation,
  eventually,
  messages,
  openConversation,
  sendPicture,
  untilTold,
} from '../support/actions.ts';
import { describeFlow, ECHO } from '../support/flow.ts';
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
