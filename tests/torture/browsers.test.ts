/**
 * The main flows of the specification in other engines: with our server, which is killed on the way, and with a plain
 * backend. What needs more of a browser than all of these can do is tested in Chromium alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test as base, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { eventually } from '../support/actions.ts';
import {
  BACKEND_NAMES,
  type BackendName,
  makePerson,
  type Person,
  register,
  sendByCall,
} from '../support/backends.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import type { DriverBrowser, DriverWindow } from '../support/drivers/driver.ts';
import { launchFirefox } from '../support/drivers/firefox.ts';
import {
  count,
  fill,
  findPlace,
  look,
  pointAt,
  press,
  readTexts,
  readValue,
  scroll,
  waitFor,
  waitUntilGone,
} from '../support/drivers/hands.ts';
import { launchWebKit } from '../support/drivers/webkit.ts';
import { makePng } from '../support/pictures.ts';
import { startPlainBackend } from '../support/plain-backend.ts';
import { startServerProcess } from '../support/server-process.ts';

const ENGINES = [
  ['Firefox', ['Firefox'], launchFirefox],
  ['WebKitGTK', ['WebKitGTK'], launchWebKit],
] as const;

interface Place {
  url: string;
  /** As abruptly as this backend can end; what was stored stays. */
  end(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
  /** What went beyond the contract. */
  readTrespasses(): readonly string[];
}

async function startPlace(name: BackendName): Promise<Place> {
  if (name === 'our server') {
    const { url, kill, start, dispose } = await startServerProcess();
    return { url, end: kill, start, dispose, readTrespasses: () => [] };
  }
  const { url, stop, start, trespasses } = await startPlainBackend();
  return { url, end: stop, start, dispose: stop, readTrespasses: () => trespasses };
}

const button = (name: string) => ({ css: 'button', name });
const heading = (name: string) => ({ css: 'h1, h2, h3', name });
const PEOPLE = { css: '[aria-label=People]' };
const BOX = { css: 'textarea[placeholder="Send a message..."]' };
const EMAIL = { css: 'input[type=email]' };
const PASSWORD = { css: 'input[type=password]' };
const row = (fullName: string) => ({ css: '[aria-label=People] a.user-row', text: fullName });
const stateOf = (fullName: string) => ({
  css: `[aria-label=People] a.user-row:has([title="${fullName}"]) .state`,
});
const TO_NEWEST = { css: 'button[aria-label="Jump to newest"]' };
const MESSAGES = { css: '[role=log] [data-own]' };
const message = (text: string) => ({ ...MESSAGES, text });
const UNSENT = { css: '[role=log] [data-own=true]:is([data-state=sending], [data-state=waiting])' };
const ownMessage = (state: string, text: string) => ({
  css: `[role=log] [data-own=true][data-state=${state}]`,
  text,
});

function makeEngineTest(readBrowser: () => DriverBrowser, backendName: BackendName) {
  const test = base
    .extend('place', async ({ task: _task }, { onCleanup }) => {
      const place = await startPlace(backendName);
      onCleanup(() => place.dispose());
      return place;
    })
    .extend('open', async ({ place }, { onCleanup }) => {
      const windows: DriverWindow[] = [];
      onCleanup(async () => {
        await Promise.all(windows.map((window) => window.close()));
      });
      return async () => {
        const window = await readBrowser().openWindow();
        windows.push(window);
        await window.goto(place.url);
        return window;
      };
    });
  test.afterEach(({ place }) => {
    expect(readBrowser().takeTroubles(), 'troubles inside the pages').toEqual([]);
    expect(place.readTrespasses(), 'what went beyond the contract').toEqual([]);
  });
  return test;
}

async function askToLogIn(window: DriverWindow, { email, password }: Person): Promise<void> {
  await waitFor(window, { css: 'button[type=submit]' });
  const toLogin = { css: 'a', name: 'Login here' };
  if ((await count(window, toLogin)) > 0) await press(window, toLogin);
  await fill(window, EMAIL, email);
  await fill(window, PASSWORD, password);
  await press(window, button('Login Now'));
}

async function logIn(window: DriverWindow, person: Person): Promise<void> {
  await window.bringToFront();
  await askToLogIn(window, person);
  await waitFor(window, PEOPLE);
}

/** In the window that has the focus: elsewhere it would open at the first message that is new. */
async function openConversation(window: DriverWindow, fullName: string): Promise<void> {
  await window.bringToFront();
  await press(window, row(fullName));
  await waitFor(window, { css: '[aria-label=Conversation] h2', text: fullName });
  await waitFor(window, BOX);
}

async function sendText(window: DriverWindow, text: string): Promise<void> {
  await fill(window, BOX, text);
  await window.press('Enter');
}

/** The texts of `expected` that stand in the conversation, in the order in which they do, as often as they do. */
async function readOrder(window: DriverWindow, expected: readonly string[]): Promise<string[]> {
  const shown = await readTexts(window, MESSAGES);
  return shown.flatMap((text) => expected.filter((one) => text.includes(one)));
}

/** A file that lasts as long as the test. */
function makePictureFile(width: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'duet-picture-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'photo.png');
  writeFileSync(path, makePng(width, 90));
  return path;
}

function defineFlows(readBrowser: () => DriverBrowser, backendName: BackendName): void {
  const test = makeEngineTest(readBrowser, backendName);
  const isOurs = backendName === 'our server';

  test('somebody signs up in two steps, stays signed in, logs out, is refused, and logs in', async ({
    open,
    place,
  }) => {
    const ada = makePerson('Ada Lovelace');
    const window = await open();
    await waitFor(window, heading('Sign up'));
    await fill(window, { css: 'input', name: 'Full Name' }, ada.fullName);
    await fill(window, EMAIL, ada.email);
    await fill(window, PASSWORD, ada.password);
    await press(window, button('Create Account'));
    await fill(window, { css: 'textarea[placeholder="Enter Your Bio"]' }, ada.bio);
    await press(window, button('Create Account'));
    await waitFor(window, PEOPLE);
    await waitFor(window, heading('Chat anytime, anywhere'));
    await window.reload();
    await waitFor(window, PEOPLE);

    await pointAt(window, button('Menu'));
    await press(window, { css: '[aria-label=People] li button', name: 'Logout' });
    await waitFor(window, heading('Login'));
    await window.goto(`${place.url}/profile`);
    await askToLogIn(window, { ...ada, password: 'something else' });
    const refusal = isOurs ? 'Wrong email or password' : 'Invalid credentials';
    await waitFor(window, { css: '[data-sonner-toast], form', text: refusal });
    expect(await count(window, PEOPLE)).toBe(0);
    await window.reload();
    await logIn(window, ada);
  });

  test('two people see each other, write, read, show pictures, search and scroll back', async ({
    open,
    place,
  }) => {
    const [ada, ben] = [
      await register(place, makePerson('Ada')),
      await register(place, makePerson('Ben')),
    ];
    for (let number = 1; number <= 130; number += 1) {
      const [from, to] = number % 3 === 0 ? [ada, ben] : [ben, ada];
      const text = number === 20 ? 'A needle in the hay.' : `Line ${number}.`;
      await sendByCall(place, from, to, { text });
    }
    const [adas, bens] = [await open(), await open()];
    await logIn(adas, ada);
    await logIn(bens, ben);
    await waitFor(adas, { ...stateOf('Ben'), text: 'Online' });
    // It opens at what is new: at the beginning, since nothing was read.
    await openConversation(adas, 'Ben');
    await waitFor(adas, message('Line 1.'));
    await press(adas, TO_NEWEST);
    await waitFor(adas, message('Line 130.'));

    // A message is counted until the conversation is opened.
    await adas.bringToFront();
    await sendText(adas, 'First of all');
    if (isOurs) await waitFor(adas, ownMessage('delivered', 'First of all'));
    await waitFor(bens, { css: '[aria-label=People] [data-badge]' });
    await openConversation(bens, 'Ada');
    await press(bens, TO_NEWEST);
    await waitFor(bens, message('First of all'));
    await waitUntilGone(bens, { css: '[aria-label=People] [data-badge]' });
    if (isOurs) await waitFor(adas, ownMessage('seen', 'First of all'));

    await press(bens, BOX);
    await bens.type('Hel');
    if (isOurs) await waitFor(adas, { ...row('Ben'), text: 'typing…' });
    await bens.type('lo Ada');
    await bens.press('Enter');
    await waitFor(adas, message('Hello Ada'));
    expect(await readValue(bens, BOX)).toBe('');

    // Emoji, put where the caret is.
    await adas.bringToFront();
    await fill(adas, BOX, 'Look ');
    await press(adas, button('Emoji'));
    await fill(adas, { css: 'input[aria-label="Search emoji"]' }, 'party popper');
    await waitFor(adas, { css: '[role=gridcell][aria-label="Party popper"]' });
    await adas.press('Enter');
    await eventually(() => readValue(adas, BOX), 'Look 🎉');
    await press(adas, button('Send'));
    await waitFor(bens, message('Look 🎉'));

    // Pictures, in the conversation and under Media.
    await adas.chooseFile('[aria-label=Conversation] input[type=file]', makePictureFile(140));
    await press(adas, button('Send'));
    for (const [window, peer] of [
      [adas, 'Ben'],
      [bens, 'Ada'],
    ] as const) {
      await waitFor(window, { css: '[role=log] .bubble img' });
      await waitFor(window, { css: `[aria-label="About ${peer}"] ul img` });
    }

    // Back to the beginning, and from there to the end.
    const beginning = message('Line 1.');
    for (let step = 0; step < 80 && (await count(adas, beginning)) === 0; step += 1) {
      await scroll(adas, { css: '[role=log]' }, -900);
      await waitUntilGone(adas, { css: '[role=log] *', text: 'Loading older messages' });
    }
    const first = await findPlace(adas, beginning);
    await sendByCall(place, ben, ada, { text: 'Meanwhile' });
    await waitFor(adas, { css: 'button', text: '1' });
    expect((await look(adas, beginning))[0]?.y).toBe(first.y);
    await press(adas, TO_NEWEST);
    await waitFor(adas, message('Meanwhile'));

    await press(adas, button('Search the conversation'));
    await fill(adas, { css: 'input[aria-label="Search messages"]' }, 'needle');
    await press(adas, { css: '[aria-label=Results] button', text: 'A needle in the hay.' });
    await waitFor(adas, message('A needle in the hay.'));

    if (isOurs) {
      const question = { css: 'dialog[aria-label="Forward to"]' };
      // The code of the actions comes a moment after the messages. Scrolling to the button would hide it.
      await eventually(async () => {
        await pointAt(adas, BOX);
        await pointAt(adas, message('A needle in the hay.'));
        const [more] = await look(adas, button('More'));
        if (more) await adas.click(more);
        return count(adas, { css: '[role=menu]' });
      }, 1);
      await press(adas, { css: '[role^=menuitem]', text: 'Forward' });
      await waitFor(adas, question);
      await adas.press('Escape');
      await waitUntilGone(adas, question);
    }

    await press(adas, { css: '[aria-label="About Ben"] button', name: 'Logout' });
    await waitFor(adas, heading('Login'));
    await waitFor(bens, { ...stateOf('Ada'), text: 'Offline' });
  });

  test('what is written while the server is away arrives once and in order', async ({
    open,
    place,
  }) => {
    const [ada, ben] = [
      await register(place, makePerson('Ada')),
      await register(place, makePerson('Ben')),
    ];
    const [adas, bens] = [await open(), await open()];
    await logIn(adas, ada);
    await logIn(bens, ben);
    await openConversation(adas, 'Ben');
    await openConversation(bens, 'Ada');
    await adas.bringToFront();
    await sendText(adas, 'Before');
    await waitFor(bens, message('Before'));
    await place.end();
    await sendText(adas, 'One');
    await sendText(adas, 'Two');
    await waitFor(adas, message('Two'));
    await place.start();
    // A plain backend marks what it answers as seen, so a window asks it again only while somebody looks at it: Ada's
    // whether a message has arrived after all, Ben's what he has missed.
    await waitUntilGone(adas, UNSENT);
    await bens.bringToFront();
    await waitFor(bens, message('Two'));
    await adas.bringToFront();
    await sendText(adas, 'Three');
    const all = ['Before', 'One', 'Two', 'Three'];
    for (const window of [adas, bens]) await eventually(() => readOrder(window, all), all);
    await adas.reload();
    await adas.bringToFront();
    await eventually(() => readOrder(adas, all), all);
  });
}

describe.each(ENGINES)('%s', (_engine, needed, launch) => {
  describeWithEngines(needed, 'plays the main flows', () => {
    let browser: DriverBrowser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    describe.each(BACKEND_NAMES)('with %s', (backendName) =>
      defineFlows(() => browser, backendName),
    );
  });
});
