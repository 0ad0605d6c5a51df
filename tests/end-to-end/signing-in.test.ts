/** Spec sections 2 (routes, auth screen), 4 (signed in and out), 5 and 6. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signUp, waitForHome } from '../support/actions.ts';
import { makePerson, type Person } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

describe('Sign-up’s two steps in the browser’s history', () => {
  const test = makeFlowTest('our server');
  const onward = (page: Page) => page.getByRole('button', { name: 'Create Account' });
  const bio = (page: Page) => page.getByPlaceholder('Enter Your Bio');
  const password = (page: Page) => page.getByLabel('Password', { exact: true });
  /** Which place it is at, and how many there are. */
  const readHistory = (page: Page) =>
    page.evaluate(() => ({
      at: navigation.currentEntry?.index,
      count: navigation.entries().length,
    }));

  async function enterCredentials(page: Page, person: Person) {
    await page.goto('/login');
    await page.getByLabel('Full Name').fill(person.fullName);
    await page.getByLabel('Email').fill(person.email);
    await password(page).fill(person.password);
  }

  test('Back at the bio leads to the credentials, Forward to the bio again, and all that was typed is there', async ({
    stage,
  }) => {
    const person = makePerson('Ada');
    const page = await stage.openWindow({ size: 'small' });
    await enterCredentials(page, person);
    await onward(page).click();
    await bio(page).fill('Half a bio');
    await page.goBack();
    expect(await page.getByLabel('Full Name').inputValue()).toBe(person.fullName);
    expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
    expect(await password(page).inputValue()).toBe(person.password);
    await page.goForward();
    expect(await bio(page).inputValue()).toBe('Half a bio');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('correct');
    // The arrow is the same, however often.
    const { at } = await readHistory(page);
    for (let times = 1; times <= 2; times += 1) {
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByLabel('Full Name').waitFor();
      await onward(page).click();
      await bio(page).waitFor();
    }
    expect((await readHistory(page)).at).toBe(at);
  });

  test('from home Back leaves the app, and does not lead into the sign-up that is done (AUTH-3, DATA-5)', async ({
    stage,
  }) => {
    const page = await stage.openWindow({ size: 'small' });
    await page.goto('/login');
    const before = await readHistory(page);
    await signUp(page, makePerson('Ada'));
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[^"{]+$/);
    expect((await readHistory(page)).at).toBe(before.at);
    await page.goForward();
    await waitForHome(page);
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
