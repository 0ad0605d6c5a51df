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
  row,
} from '../support/actions.ts';
import type { Member } from '../support/backends.ts';
import type { Stage } from '../support/browser.ts';
import { describeFlow } from '../support/flow.ts';
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

describeFlow('The profile editor', (test) => {
  test('with a picture sends it as a data URL, previews it, and others see it, until it is removed (EDIT-6)', async ({
    stage,
    ada,
    ben,
  }) => {
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
    const widthIn = (within: ReturnType<typeof row>) =>
      within
        .locator('img')
        .first()
        .evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0));
    await row(bens, 'Ada').locator('img').waitFor();
    // Ada's browser has made a small version for lists.
    await eventually(() => widthIn(row(bens, 'Ada')), 96);
    await openConversation(bens, 'Ada');
    await eventually(() => widthIn(about(bens, 'Ada')), 300);

    await page.goto('/profile');
    await preview(page).waitFor();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await preview(page).waitFor({ state: 'detached' });
    await save(page);
    await people(page).waitFor();
    await row(bens, 'Ada').locator('img').waitFor({ state: 'detached' });
  });

  test('asks before the browser’s Back or closing the window gives up what was edited', async ({
    stage,
    ada,
  }) => {
    const page = await enter(stage, ada);
    await openMenu(page);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    const name = page.getByPlaceholder('Your name');
    await name.fill('Ada King');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });

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
