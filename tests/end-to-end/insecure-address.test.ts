/** On plain http beyond this machine, as in a home network, browsers lack much. The app works all the same, and says so. */
import { expect, onTestFinished, test } from 'vitest';
import {
  box,
  eventually,
  logOut,
  message,
  openConversation,
  sendPicture,
  sendText,
  signUp,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, startBackend } from '../support/backends.ts';
import { launchBrowser, openStage } from '../support/browser.ts';
import { ECHO } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';
import { readContents, readStates } from '../support/rows.ts';

const NAME = 'duet.home.arpa';

test('On an insecure address people sign up, talk and reload, and notifications say what they need', async () => {
  const backend = await startBackend('our server');
  onTestFinished(() => backend.dispose());
  const browser = await launchBrowser([`--host-resolver-rules=MAP ${NAME} 127.0.0.1`]);
  onTestFinished(() => browser.close());
  const stage = openStage(browser, backend.url.replace('127.0.0.1', NAME));
  stage.expectTrouble(ECHO);
  // Browsers say of these headers that they have no effect there.
  stage.expectTrouble(/Cross-Origin-Opener-Policy|Clear-Site-Data/);
  const [page, bens] = [await stage.openWindow(), await stage.openWindow()];
  const ada = makePerson('Ada');
  await signUp(page, ada);
  expect(
    await page.evaluate(() => ({
      isSecure: isSecureContext,
      has: ['serviceWorker', 'locks', 'clipboard'].filter((part) => part in navigator),
      uuid: 'randomUUID' in crypto,
    })),
  ).toEqual({ isSecure: false, has: [], uuid: false });
  await signUp(bens, makePerson('Ben'));
  await openConversation(page, 'Ben');
  await openConversation(bens, 'Ada');
  await sendText(page, 'From the kitchen');
  await message(bens, 'From the kitchen').waitFor();
  await sendPicture(bens, makePngFile('me.png'));
  await eventually(() => readContents(page), ['From the kitchen', 'picture']);

  // What was not sent and what was begun survive a reload without the locks of a browser.
  await page.context().setOffline(true);
  await sendText(page, 'Later');
  await box(page).fill('Begun');
  await eventually(() => readStates(page).then((states) => states.at(-1)), 'waiting');
  await page.context().setOffline(false);
  await page.reload();
  await message(bens, 'Later').waitFor();
  await eventually(() => box(page).inputValue(), 'Begun');
  await box(page).press('Enter');
  await message(bens, 'Begun').waitFor();

  await page.goto('/profile');
  const notifications = page.getByRole('switch', { name: 'Notifications', exact: true });
  expect(await notifications.isDisabled()).toBe(true);
  await page.getByText('Not available here: notifications need https.').waitFor();
  await page.goto('/');
  await waitForHome(page);
  await logOut(page);
  expect(stage.findTroubles()).toEqual([]);
  await stage.close();
});
