/** Spec section 2, profile editor, and section 5 for it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  enter,
  eventually,
  openConversation,
  openMenu,
  people,
  readTold,
  row,
  untilTold,
} from '../support/actions.ts';
import { type Member, makePerson, register } from '../support/backends.ts';
import type { Stage } from '../support/browser.ts';
import { describePartlyOnBoth, ECHO } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';

async function openProfile(stage: Stage, member: Member): Promise<Page> {
  const page = await stage.openWindow({ token: member.token });
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
  return page;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const picker = (page: Page) => page.locator('input[type=file]');
const preview = (page: Page) => page.locator('main img');

describePartlyOnBoth('The profile editor', (test, onBoth) => {
  onBoth('begins with the current name and bio, both required', async ({ stage, backend }) => {
    const ada = await register(backend, makePerson('Ada', 'First of them'));
    const page = await openProfile(stage, ada);
    const name = page.getByPlaceholder('Your name');
    const bio = page.getByPlaceholder('Enter Your Bio');
    expect(await name.inputValue()).toBe('Ada');
    expect(await bio.inputValue()).toBe('First of them');
    expect(await bio.getAttribute('rows')).toBe('4');
    let calls = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') calls += 1;
    });
    for (const [field, kept] of [
      [name, 'Ada'],
      [bio, 'First of them'],
    ] as const) {
      await field.fill('');
      await save(page);
      expect(await field.evaluate((one) => one.matches(':required:invalid'))).toBe(true);
      await field.fill(kept);
    }
    expect(calls).toBe(0);
    expect(await preview(page).count()).toBe(0);
    await page.getByText('Upload profile image').first().waitFor();
    expect(await picker(page).getAttribute('accept')).toMatch(/\.png.*\.jpg.*\.jpeg/);
  });

  onBoth(
    'without a new picture sends name and bio only, says so, and goes home',
    async ({ stage, ada }) => {
      const page = await openProfile(stage, ada);
      await page.getByPlaceholder('Your name').fill('Ada King');
      await page.getByPlaceholder('Enter Your Bio').fill('Countess of Lovelace');
      const saving = page.waitForRequest((request) => request.method() === 'PUT');
      await save(page);
      expect((await saving).postDataJSON()).toEqual({
        fullName: 'Ada King',
        bio: 'Countess of Lovelace',
      });
      await untilTold(page, 'Profile updated Successfully');
      await people(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goto('/profile');
      await eventually(() => page.getByPlaceholder('Your name').inputValue(), 'Ada King');
    },
  );

  test.for(['the arrow', 'Escape', 'saving'])(
    'is left by %s for good: the system’s Back does not return to it',
    async (way, { stage, ada }) => {
      const page = await stage.openWindow({ token: ada.token });
      await page.goto('/login');
      await people(page).waitFor();
      const before = await page.evaluate(() => history.length);
      await openMenu(page);
      await page.getByRole('link', { name: 'Edit Profile' }).click();
      await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
      if (way === 'the arrow') await page.getByRole('link', { name: 'Back to chats' }).click();
      else if (way === 'Escape') await page.keyboard.press('Escape');
      else await save(page);
      await people(page).waitFor();
      // The editor lies ahead, where the way back does not lead.
      expect(await page.evaluate(() => history.length)).toBe(before + 1);
      await page.goForward();
      await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    },
  );

  onBoth(
    'with a picture sends it as a data URL, previews it, and others see it',
    async ({ stage, ada, ben }) => {
      const page = await openProfile(stage, ada);
      await picker(page).setInputFiles(makePngFile('me.png', 300, 300));
      await preview(page).waitFor();
      const saving = page.waitForRequest((request) => request.method() === 'PUT');
      await save(page);
      const body = (await saving).postDataJSON();
      expect(Object.keys(body).toSorted()).toEqual(['bio', 'fullName', 'profilePic']);
      expect(body.profilePic).toMatch(/^data:image\/(png|jpeg);base64,/);
      await people(page).waitFor();

      const bens = await enter(stage, ben);
      const isDrawn = (within: ReturnType<typeof row>) =>
        within
          .locator('img')
          .first()
          .evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0);
      await row(bens, 'Ada').locator('img').waitFor();
      await eventually(() => isDrawn(row(bens, 'Ada')), true);
      await openConversation(bens, 'Ada');
      await eventually(() => isDrawn(about(bens, 'Ada')), true);
      await page.goto('/profile');
      await preview(page).waitFor();
    },
  );

  test('takes the part of a picture that was chosen by keys, and drops a picked one', async ({
    stage,
    ada,
  }) => {
    const page = await openProfile(stage, ada);
    await picker(page).setInputFiles(makePngFile('wide.png', 400, 200));
    const frame = page.getByRole('group', { name: 'Part of the picture that others see' });
    await frame.locator('img').waitFor();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await frame.waitFor({ state: 'detached' });
    await picker(page).setInputFiles(makePngFile('wide.png', 400, 200));
    await frame.press('+');
    await frame.press('ArrowRight');
    const placed = await frame.locator('img').evaluate((one) => {
      if (!(one instanceof HTMLElement)) throw new Error('no picture');
      return { width: Number.parseFloat(one.style.width), left: Number.parseFloat(one.style.left) };
    });
    expect(placed.width).toBeCloseTo(220, 0);
    expect(placed.left).toBeCloseTo(50 - 110 - 5, 0);
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await save(page);
    const { profilePic } = (await saving).postDataJSON();
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, profilePic);
    expect(size).toEqual([182, 182]);
    await people(page).waitFor();
  });

  onBoth(
    'removes the picture where the backend can, and others see it gone',
    async ({ stage, backend, ada, ben }) => {
      const page = await openProfile(stage, ada);
      await picker(page).setInputFiles(makePngFile('me.png', 300, 300));
      await preview(page).waitFor();
      await save(page);
      await people(page).waitFor();
      const bens = await enter(stage, ben);
      await row(bens, 'Ada').locator('img').waitFor();
      await page.goto('/profile');
      await preview(page).waitFor();
      const remove = page.getByRole('button', { name: 'Remove picture' });
      if (backend.plain) {
        expect(await remove.count()).toBe(0);
        return;
      }
      await remove.click();
      await preview(page).waitFor({ state: 'detached' });
      await save(page);
      await people(page).waitFor();
      await row(bens, 'Ada').locator('img').waitFor({ state: 'detached' });
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Save' }).waitFor();
      expect(await preview(page).count()).toBe(0);
    },
  );

  test('tells that a file is no picture, and keeps everything else', async ({ stage, ada }) => {
    const page = await openProfile(stage, ada);
    await page.getByPlaceholder('Your name').fill('Ada King');
    await picker(page).setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await untilTold(page, 'Select an image file');
    expect(await readTold(page)).toHaveLength(1);
    expect(await page.getByPlaceholder('Your name').inputValue()).toBe('Ada King');
    expect(await preview(page).count()).toBe(0);
  });

  test('stays, says why and keeps what was typed when the save fails', async ({ stage, ada }) => {
    stage.expectTrouble(ECHO);
    const page = await openProfile(stage, ada);
    await page.getByPlaceholder('Your name').fill('Ada King');
    const message = 'The profile could not be kept.';
    await page.route(/update-profile/, (route) =>
      route.fulfill({ status: 400, json: { success: false, message } }),
    );
    await save(page);
    await untilTold(page, message);
    expect(await readTold(page)).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe('/profile');
    expect(await page.getByPlaceholder('Your name').inputValue()).toBe('Ada King');
    await page.unroute(/update-profile/);
    await save(page);
    await people(page).waitFor();
  });

  test('asks before Escape, the browser’s Back or closing the window gives up what was edited', async ({
    stage,
    ada,
  }) => {
    const page = await enter(stage, ada);
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    const name = page.getByPlaceholder('Your name');
    await name.fill('Ada King');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });

    await page.goBack();
    await question.waitFor();
    // Whatever is pressed once more, the address is that of what stands on the screen.
    await page.goBack();
    await eventually(() => new URL(page.url()).pathname, '/profile');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Ada King');

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const closing = await asked;
    expect(closing.type()).toBe('beforeunload');
    await closing.dismiss();

    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await people(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
