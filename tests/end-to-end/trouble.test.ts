/** What people see when something fails. */
import {
  about,
  enter,
  eventually,
  messages,
  openConversation,
  openMenu,
  row,
  waitForHome,
} from '../support/actions.ts';
import { callApi, sendByCall } from '../support/backends.ts';
import { describeFlow, ECHO } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

describeFlow('When something fails', (test) => {
  test('a screen whose code cannot be fetched shows the error screen with a way back (ERROR-5)', async ({
    stage,
    ada,
  }) => {
    stage.expectTrouble(ECHO);
    stage.expectTrouble(/chunk|Loading/i);
    const page = await enter(stage, ada);
    await page.route(/\.js$/, (route) => route.abort());
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await page
      .getByRole('heading', { name: 'Unexpected Application Error!', exact: true })
      .waitFor();
    await page.unroute(/\.js$/);
    await page.getByRole('link').click();
    await waitForHome(page);

    // Nor can the page start without its first scripts.
    await page.route(/\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/login');
    const reload = page.getByRole('alert').getByRole('button', { name: 'Reload' });
    await reload.waitFor();
    await page.unroute(/\.js$/);
    await reload.click();
    await waitForHome(page);
  });

  test('pictures that did not load without a connection are loaded when it is back', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const picture = makeDataUrl(makePng(40, 40));
    const body = { fullName: 'Ben', bio: ben.bio, profilePic: picture };
    await callApi(backend, 'PUT', '/auth/update-profile', { token: ben.token, body });
    await sendByCall(backend, ben, ada, { image: picture });
    const page = await stage.openWindow({ token: ada.token });
    let isAway = true;
    await page.route('**', (route) =>
      isAway && route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
    );
    await page.goto('/');
    await openConversation(page, 'Ben');
    const avatar = row(page, 'Ben').locator('img');
    const sent = messages(page).getByRole('button', { name: 'Try again' });
    await sent.waitFor();
    await eventually(() => avatar.count(), 0);

    await backend.stop();
    await page.getByText('Reconnecting…').filter({ visible: true }).waitFor();
    isAway = false;
    await backend.start();
    const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth === 40;
    const places = [
      avatar,
      about(page, 'Ben').locator('span > img'),
      messages(page).locator('.picture img'),
    ];
    for (const place of places) await eventually(() => place.evaluate(isLoaded), true);
    await eventually(() => sent.count(), 0);
  });
});
