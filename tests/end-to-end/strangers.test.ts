/**
 * Programs of strangers, which know spec section 7 and nothing else, in a real browser: a plain page with our server,
 * our app with a plain backend, and the two clients with each other. The flows are those of the
 * specification.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  about,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  openConversation,
  openMenu,
  people,
  readUnseen,
  row,
  sendPicture,
  sendText,
  untilTold,
  waitForHome,
} from '../support/actions.ts';
import {
  type Backend,
  type Member,
  makePerson,
  register,
  startBackend,
} from '../support/backends.ts';
import { openStage, type Stage } from '../support/browser.ts';
import { checkFlow, ECHO, makeFlowTest, withBrowser } from '../support/flow.ts';
import { makePngFile } from '../support/pictures.ts';
import { startPlainBackend } from '../support/plain-backend.ts';
import { servePlainPage } from '../support/plain-page.ts';

/** One person's browser, with one of the two clients. */
interface Client {
  page: Page;
  sendPicture(width: number): Promise<void>;
  openProfile(): Promise<void>;
  /** Something that the client says in passing. */
  readNotice(text: string): Promise<void>;
  /** Until it says so of the other person, if it would miss what is sent now. */
  untilSays(name: string, state: 'Online' | 'Offline'): Promise<void>;
}

type OpenClient = (stage: Stage, backend: Backend, member: Member) => Promise<Client>;

const openOurApp: OpenClient = async (stage, _backend, member) => {
  const page = await enter(stage, member);
  return {
    page,
    sendPicture: (width) => sendPicture(page, makePngFile('photo.png', width)),
    async openProfile() {
      await openMenu(page);
      await page.getByText('Edit Profile').click();
    },
    readNotice: (text) => untilTold(page, text),
    // It closes each gap itself.
    untilSays: async () => undefined,
  };
};

const openPlainPage: OpenClient = async (stage, backend, { token }) => {
  const page = await stage.openWindow({ token });
  await servePlainPage(page.context(), backend.url);
  await page.goto('/plain/');
  await waitForHome(page);
  return {
    page,
    async sendPicture(width) {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach image' }).click();
      await (await choosing).setFiles(makePngFile('photo.png', width));
    },
    openProfile: () => page.getByRole('button', { name: 'Edit Profile' }).click(),
    readNotice: (text) => page.getByRole('status').getByText(text).waitFor(),
    untilSays: (name, state) => row(page, name).getByText(state).waitFor(),
  };
};

async function startPlain(options: Parameters<typeof startPlainBackend>[0]): Promise<Backend> {
  const plain = await startPlainBackend(options);
  const { url, stop, start } = plain;
  return { name: 'a plain backend', url, stop, start, dispose: stop, plain };
}

const startOurs = () => startBackend('our server');
const startWithAddresses = () => startPlain({ pictures: 'addresses' });
const startWithDataUrls = () => startPlain({ pictures: 'data URLs' });

/** Ada's client; Ben has our app. */
const MEETINGS: Array<[string, () => Promise<Backend>, OpenClient]> = [
  ['a plain page and our app on our server', startOurs, openPlainPage],
  ['our app on a plain backend with addresses', startWithAddresses, openOurApp],
  ['a plain page and our app on one with data URLs', startWithDataUrls, openPlainPage],
];

/** The widths of the pictures that are painted there. */
const readWidths = (images: ReturnType<Page['locator']>) =>
  images.evaluateAll((all) =>
    all.map((one) => one instanceof HTMLImageElement && one.naturalWidth),
  );

describe.each(MEETINGS)('Strangers: %s', (_what, start, openAdas) => {
  const test = withBrowser
    .extend('backend', async ({ task: _task }, { onCleanup }): Promise<Backend> => {
      const backend = await start();
      onCleanup(() => backend.dispose());
      return backend;
    })
    .extend('stage', async ({ browser, backend }, { onCleanup }) => {
      const stage = openStage(browser, backend.url);
      onCleanup(() => stage.close());
      return stage;
    });
  test.afterEach(({ stage, backend, task }) => checkFlow(stage, backend, task));

  test('see who is online, talk, send pictures, count what is unseen, edit the profile, and meet again after a restart (DATA-6)', async ({
    stage,
    backend,
  }) => {
    stage.expectTrouble(ECHO);
    const ada = await register(backend, makePerson('Ada'));
    const ben = await register(backend, makePerson('Ben'));
    const adas = await openAdas(stage, backend, ada);
    const bens = await openOurApp(stage, backend, ben);
    await row(adas.page, 'Ben').getByText('Online').waitFor();
    await row(bens.page, 'Ada').getByText('Online').waitFor();

    // What is unseen, and what was seen open, also after a reload.
    await openConversation(adas.page, 'Ben');
    for (const text of ['One', 'Two']) {
      await sendText(adas.page, text);
      await message(adas.page, text).waitFor();
    }
    await eventually(() => readUnseen(bens.page, 'Ada'), 2);
    await openConversation(bens.page, 'Ada');
    await eventually(() => messages(bens.page).count(), 2);
    expect(await readUnseen(bens.page, 'Ada')).toBe(0);
    const marked = bens.page.waitForResponse((response) => response.url().includes('/mark/'));
    await sendText(adas.page, '  Three  ');
    await message(bens.page, 'Three').waitFor();
    await marked;

    // Words and pictures in both directions.
    await sendText(bens.page, 'Hello Ada');
    await message(adas.page, 'Hello Ada').waitFor();
    await adas.sendPicture(120);
    await eventually(() => messages(bens.page).count(), 5);
    await bens.sendPicture(140);
    for (const [{ page }, peer, own] of [
      [adas, 'Ben', 4],
      [bens, 'Ada', 2],
    ] as const) {
      await eventually(() => readWidths(messages(page).locator('.bubble img')), [120, 140]);
      await eventually(() => about(page, peer).locator('ul img').count(), 2);
      expect(await messages(page).count()).toBe(6);
      expect(await messages(page, true).count()).toBe(own);
    }

    // The profile, which the other sees.
    await adas.openProfile();
    const { page } = adas;
    await page.getByRole('heading', { name: 'Profile Details' }).waitFor();
    await page.getByPlaceholder('Your name').fill('Ada King');
    await page.getByPlaceholder('Enter Your Bio').fill('Countess');
    await page.locator('input[type=file]').setInputFiles(makePngFile('face.png', 64, 64));
    await page.getByRole('button', { name: 'Save' }).click();
    await adas.readNotice('Profile updated Successfully');
    await waitForHome(page);
    await bens.page.reload();
    await row(bens.page, 'Ada King').waitFor();
    await eventually(() => readUnseen(bens.page, 'Ada King'), 0);
    await openConversation(bens.page, 'Ada King');
    await about(bens.page, 'Ada King').getByText('Countess').first().waitFor();
    await eventually(() => readWidths(row(bens.page, 'Ada King').locator('img')), [64]);

    // A restart of the server.
    await openConversation(page, 'Ben');
    await backend.stop();
    await adas.untilSays('Ben', 'Offline');
    await backend.start();
    await adas.untilSays('Ben', 'Online');
    await sendText(page, 'After');
    await message(bens.page, 'After').waitFor();
    expect(await message(bens.page, 'Hello Ada').count()).toBe(1);
    await bens.page.close();
    await row(page, 'Ben').getByText('Offline').waitFor();
  });
});

makeFlowTest('our server')(
  'A plain page logs out and in at our server, and a page of another site opens no socket in its browser',
  async ({ stage, backend, ada }) => {
    stage.expectTrouble(/./);
    const page = await stage.openWindow({ token: ada.token });
    await servePlainPage(page.context(), backend.url);
    await page.goto('/plain/');
    await people(page).getByRole('button', { name: 'Logout' }).click();
    for (const password of ['something else', ada.password]) {
      await page.getByLabel('Email').fill(ada.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Login Now' }).click();
      if (password === ada.password) await waitForHome(page);
      else await page.getByRole('status').getByText('Wrong email or password').waitFor();
    }
    const cookies = await page.context().cookies(`${backend.url}/socket.io/`);
    expect(cookies).toMatchObject([{ name: 'duet-socket', httpOnly: true, sameSite: 'Strict' }]);
    const evil = await page.context().newPage();
    const evilOrigin = backend.url.replace('127.0.0.1', 'localhost').replace(/:\d+$/, ':1');
    await servePlainPage(page.context(), evilOrigin);
    const sent: Array<string | undefined> = [];
    evil.on('request', async (request) => {
      if (!request.url().includes('/socket.io/?')) return;
      sent.push((await request.allHeaders()).cookie);
    });
    await evil.goto(`${evilOrigin}/plain/`);
    for (const transport of ['websocket', 'polling']) {
      const outcome = await evil.evaluate(
        ([url, userId, transport]) =>
          new Promise<string>((resolve) => {
            const socket = Reflect.get(window, 'io')(url, {
              query: { userId },
              transports: [transport],
              withCredentials: true,
              forceNew: true,
            });
            socket.on('connect', () => resolve('connected'));
            socket.on('connect_error', () => resolve('refused'));
          }),
        [backend.url, ada.id, transport] as const,
      );
      expect(outcome, transport).toBe('refused');
    }
    expect(sent.filter((cookie) => cookie?.includes('duet-socket'))).toEqual([]);
  },
);

makeFlowTest('a plain backend')(
  'A plain backend that has forgotten the socket of our app, because a second window was closed or a cut was noticed late, is met again, and nothing is missing',
  async ({ stage, backend, ada, ben }) => {
    const adas = await enterConversation(stage, ada, 'Ben');
    const bens = await enterConversation(stage, ben, 'Ada');
    await row(adas, 'Ben').getByText('Online').waitFor();
    const second = await bens.context().newPage();
    await second.goto('/');
    await waitForHome(second);
    await second.close();
    for (const text of ['Are you there?', 'Still?']) {
      await sendText(adas, text);
      await message(bens, text).waitFor();
      await row(adas, 'Ben').getByText('Online').waitFor();
    }

    let connections = 0;
    bens.on('websocket', () => {
      connections += 1;
    });
    backend.plain?.forgetSocket(ben.id);
    backend.plain?.world.send(ada.id, ben.id, { text: 'Into the gap' });
    await message(bens, 'Into the gap').waitFor();
    await row(adas, 'Ben').getByText('Online').waitFor();
    await sendText(adas, 'Live again');
    await message(bens, 'Live again').waitFor();
    expect(connections).toBe(1);
  },
);
