/** A host lets people in, and helps: invitations, a forgotten password, a lock, on a phone and on a large screen. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runAccounts } from '../../server/accounts/accounts.ts';
import {
  box,
  enter,
  eventually,
  notices,
  openConversation,
  openMenu,
  people,
  row,
  sendText,
  waitForHome,
} from '../support/actions.ts';
import { makePerson, type Person, register } from '../support/backends.ts';
import { openStage, type SIZES } from '../support/browser.ts';
import { ECHO, withBrowser } from '../support/flow.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { builtClient } from '../support/static-client.ts';

const start = (config: TestServerOptions['config']): Promise<TestServer> =>
  startServer({ appFolder: builtClient, hasCommands: true, ...(config && { config }) });

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

const SCREENS: Array<keyof typeof SIZES> = ['wide', 'small'];

for (const size of SCREENS) {
  withBrowser(`From the first invitation to a new password (${size})`, async ({ browser }) => {
    const server = await start({ SIGN_UPS: 'invite', INVITES: 'everyone' });
    const stage = openStage(browser, server.url);
    stage.expectTrouble(ECHO);
    try {
      const ada = makePerson('Ada');
      const ben = makePerson('Ben');
      const adas = await stage.openWindow({ size });
      await adas.goto('/login');
      await adas.getByText('You need an invitation to join.').waitFor();
      expect(await adas.getByRole('textbox').count()).toBe(0);

      await adas.goto(pathOf(await run(server, 'invite')));
      await adas.getByText('You are invited').waitFor();
      await eventually(() => new URL(adas.url()).search, '');
      // The invitation is still there after a reload.
      await adas.reload();
      await adas.getByText('You are invited').waitFor();
      await fillSignUp(adas, ada);

      // On a phone a notice lies over the menu.
      await notices(adas).getByRole('button', { name: 'Dismiss' }).click();
      await eventually(() => notices(adas).count(), 0);
      await openMenu(adas);
      await people(adas).getByRole('button', { name: 'Invite someone' }).first().click();
      await adas.getByRole('button', { name: 'Make a link' }).click();
      const link = await adas.getByLabel('Invitation link').inputValue();
      await adas.getByRole('img', { name: 'QR code of the link' }).waitFor();
      await adas.getByRole('button', { name: /^Revoke/ }).waitFor();
      await adas.getByRole('button', { name: 'Close' }).click();

      const bens = await stage.openWindow({ size });
      await bens.goto(pathOf(link));
      await bens.getByText('Invited by Ada').waitFor();
      await fillSignUp(bens, ben);
      await row(bens, 'Ada').waitFor();
      const strangers = await stage.openWindow({ size });
      await strangers.goto(pathOf(link));
      await strangers.getByText('This invitation has been used or has expired.').waitFor();

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
      // Who has an account has agreed already.
      expect(await bens.getByRole('checkbox').count()).toBe(0);
      await eventually(() => new URL(bens.url()).search, '');
      await bens.getByLabel('Password', { exact: true }).fill('quite another one');
      await bens.getByRole('button', { name: 'Save and log in' }).click();
      await waitForHome(bens);
      await row(bens, 'Ada').waitFor();
      expect(stage.findTroubles()).toEqual([]);
    } finally {
      await stage.close();
      await server.close();
    }
  });

  withBrowser(
    `Closed: told before any field, and who is here logs in (${size})`,
    async ({ browser }) => {
      const open = await start({});
      const ada = await register(open, makePerson('Ada'));
      const { dataDir } = open;
      await open.stop();
      const server = await startServer({
        appFolder: builtClient,
        dataDir,
        config: { SIGN_UPS: 'closed' },
      });
      const stage = openStage(browser, server.url);
      try {
        const page = await stage.openWindow({ size });
        await page.goto('/login');
        await page.getByText('Nobody can join at the moment.').waitFor();
        expect(await page.getByRole('textbox').count()).toBe(0);
        await page.getByRole('link', { name: 'Login here' }).click();
        await page.getByLabel('Email').fill(ada.email);
        await page.getByLabel('Password', { exact: true }).fill(ada.password);
        await page.getByRole('button', { name: 'Login Now' }).click();
        await waitForHome(page);
        // The address would let nobody in.
        await openMenu(page);
        await people(page).getByRole('link', { name: 'Edit Profile' }).waitFor();
        expect(await page.getByText('Invite someone').count()).toBe(0);
        expect(stage.findTroubles()).toEqual([]);
      } finally {
        await stage.close();
        await server.close();
      }
    },
  );

  withBrowser(`One’s own email, and a login from a new device (${size})`, async ({ browser }) => {
    const server = await start({});
    const stage = openStage(browser, server.url);
    stage.expectTrouble(ECHO);
    try {
      const ada = await register(server, makePerson('Ada'));
      await register(server, makePerson('Ben'));
      const page = await enter(stage, ada, { size });
      await row(page, 'Ben').waitFor();
      const second = await enter(stage, ada, { size });
      await row(second, 'Ben').waitFor();
      for (const each of [page, second]) await each.goto('/profile');
      await page.getByText('Change email').click();
      await page.getByLabel('New email').fill('new@example.org');
      await page.getByLabel('Your password').fill('not the password');
      await page.getByRole('button', { name: 'Change email' }).click();
      await page.getByText('Wrong password.').first().waitFor();
      await page.getByLabel('Your password').fill(ada.password);
      await page.getByRole('button', { name: 'Change email' }).click();
      for (const each of [page, second]) {
        await each.getByText('new@example.org', { exact: true }).waitFor();
      }

      const other = await stage.openWindow({ size });
      await other.goto('/login');
      await other.getByRole('link', { name: 'Login here' }).click();
      await other.getByLabel('Email').fill('new@example.org');
      await other.getByLabel('Password', { exact: true }).fill(ada.password);
      await other.getByRole('button', { name: 'Login Now' }).click();
      await waitForHome(other);
      const notice = page.getByRole('region', { name: 'New login' });
      await notice.getByText(/logged in to your account: Chrome/).waitFor();
      await notice.getByRole('button', { name: 'It was me' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(stage.findTroubles()).toEqual([]);
    } finally {
      await stage.close();
      await server.close();
    }
  });
}
