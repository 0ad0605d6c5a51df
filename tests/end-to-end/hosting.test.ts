/** A host lets people in, and helps: invitations, a forgotten password, a lock, on a phone and on a large screen. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { runAccounts } from '../../server/accounts/accounts.ts';
import {
  box,
  eventually,
  openConversation,
  openMenu,
  people,
  row,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, type Person } from '../support/backends.ts';
import { openStage } from '../support/browser.ts';
import { ECHO, withBrowser } from '../support/flow.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { builtClient } from '../support/static-client.ts';

/** The last line of what the command prints. */
async function run({ dataDir }: TestServer, words: string): Promise<string> {
  const lines: string[] = [];
  const place = { DATA_DIR: dataDir, DATABASE_URL: null, ACCOUNTS_DIR: null };
  await runAccounts([...words.split(' '), '--yes'], place, {
    print: (text) => lines.push(...text.split('\n')),
    confirm: async () => undefined,
  });
  return lines.at(-1) ?? '';
}

const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full Name').fill(person.fullName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByPlaceholder('Enter Your Bio').fill(person.bio);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await waitForHome(page);
}

withBrowser(
  'From the first invitation on a large screen to a new password on a phone',
  async ({ browser }) => {
    const server = await startServer({
      appFolder: builtClient,
      hasCommands: true,
      config: { SIGN_UPS: 'invite', INVITES: 'everyone' },
    });
    const stage = openStage(browser, server.url);
    onTestFinished(async () => {
      await stage.close();
      await server.close();
    });
    stage.expectTrouble(ECHO);
    const ada = makePerson('Ada');
    const ben = makePerson('Ben');
    const adas = await stage.openWindow();
    await adas.goto('/login');
    await adas.getByText('You need an invitation to join.').waitFor();
    expect(await adas.getByRole('textbox').count()).toBe(0);

    await adas.goto(pathOf(await run(server, 'invite')));
    await adas.getByText('You are invited').waitFor();
    await eventually(() => new URL(adas.url()).search, '');
    await fillSignUp(adas, ada);

    await openMenu(adas);
    await people(adas).getByRole('button', { name: 'Invite someone' }).first().click();
    await adas.getByRole('button', { name: 'Make a link' }).click();
    const link = await adas.getByLabel('Invitation link').inputValue();
    await adas.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await adas.getByRole('button', { name: /^Revoke/ }).waitFor();
    await adas.getByRole('button', { name: 'Close' }).click();

    const bens = await stage.openWindow({ size: 'small' });
    await bens.goto(pathOf(link));
    await bens.getByText('Invited by Ada').waitFor();
    await fillSignUp(bens, ben);
    await row(bens, 'Ada').waitFor();
    const stranger = await stage.openWindow({ size: 'small' });
    await stranger.goto(pathOf(link));
    await stranger.getByText('This invitation has been used or has expired.').waitFor();

    await openConversation(adas, 'Ben');
    await sendText(adas, 'Hello');
    await run(server, `lock ${ben.email}`);
    await adas.getByText('Locked account').waitFor();
    expect(await box(adas).count()).toBe(0);
    await bens.getByRole('heading', { name: 'Login' }).waitFor();
    await bens.getByLabel('Email').fill(ben.email);
    await bens.getByLabel('Password', { exact: true }).fill(ben.password);
    await bens.getByRole('button', { name: 'Login Now' }).click();
    await bens.getByText('This account is locked.').first().waitFor();
    await run(server, `unlock ${ben.email}`);
    await box(adas).waitFor();

    await bens.goto(pathOf(await run(server, `reset-password ${ben.email}`)));
    await bens.getByRole('heading', { name: 'New password' }).waitFor();
    await eventually(() => new URL(bens.url()).search, '');
    await bens.getByLabel('Password', { exact: true }).fill('quite another one');
    await bens.getByRole('button', { name: 'Save and log in' }).click();
    await waitForHome(bens);
    await row(bens, 'Ada').waitFor();
    expect(stage.findTroubles()).toEqual([]);
  },
);
