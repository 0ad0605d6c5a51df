/** Spec section 2 (chat home) and section 4 (messages): two people at two browsers. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  about,
  conversation,
  enter,
  enterConversation,
  eventually,
  hasGreen,
  isSend,
  message,
  messages,
  openConversation,
  people,
  sendPicture,
  sendText,
} from '../support/actions.ts';
import { callApi, makePerson, readField, register, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng, makePngFile } from '../support/pictures.ts';

const test = makeFlowTest('our server');

async function readBox(place: Locator) {
  const found = await place.boundingBox();
  if (!found) throw new Error(`${place} is not on the screen.`);
  return found;
}

/** Columns, each of some width, and each where the one before it ends or farther. */
async function expectBeside(...columns: Locator[]): Promise<void> {
  let end = 0;
  for (const column of columns) {
    const { x, width } = await readBox(column);
    expect(x).toBeGreaterThanOrEqual(end);
    expect(width).toBeGreaterThan(0);
    end = x + width;
  }
}

/** Where the list stands from now on, frame by frame, in px from its end. */
async function recordPlaces(page: Page): Promise<() => Promise<number[]>> {
  await page.getByRole('log').evaluate((list) => {
    const places: number[] = [];
    const note = () => {
      places.push(Math.abs(list.scrollTop));
      requestAnimationFrame(note);
    };
    note();
    Object.assign(window, { readPlaces: () => places });
  });
  return () => page.evaluate((): number[] => Reflect.get(window, 'readPlaces')());
}

test('Without a selection there are two columns and an invitation, and with one the info panel, whose media grid loads the pictures near its view and opens them in a new window (HOME-1, TALK-1, PANEL-1, PANEL-2, PANEL-3, LIMIT-3)', async ({
  stage,
  backend,
  ada,
}) => {
  const ben = await register(backend, makePerson('Ben', 'Highest of them all'));
  const count = 24;
  for (let index = 0; index < count; index += 1) {
    await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(100 + index, 150)) });
  }
  const adas = await enter(stage, ada);
  const words = adas.getByRole('heading', { name: 'Chat anytime, anywhere' });
  const invitation = adas.locator('main > *').filter({ has: words });
  await expectBeside(people(adas), invitation);
  const [logo, slogan] = [await readBox(invitation.locator('svg').first()), await readBox(words)];
  expect(logo.y + logo.height).toBeLessThanOrEqual(slogan.y);
  expect(await adas.getByRole('region', { name: /^About/ }).count()).toBe(0);
  await openConversation(adas, 'Ben');
  expect(await words.count()).toBe(0);
  const panel = about(adas, 'Ben');
  await expectBeside(people(adas), conversation(adas), panel);

  await panel.getByRole('heading', { name: 'Ben' }).waitFor();
  await panel.getByText('Highest of them all').waitFor();
  await panel.getByText('B', { exact: true }).waitFor();
  const places = [conversation(adas).locator('header'), panel];
  const readGreen = () => Promise.all(places.map(hasGreen));
  expect(await readGreen()).toEqual([false, false]);
  const bens = await enter(stage, ben);
  for (const place of places) await place.getByText('Online', { exact: true }).waitFor();
  expect(await readGreen()).toEqual([true, true]);
  await bens.close();
  await eventually(readGreen, [false, false]);
  await panel.getByRole('heading', { name: 'Media' }).waitFor();
  const cells = panel.getByRole('button', { name: /Image from/ });
  await eventually(() => cells.count(), count);
  const tops = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  expect(tops[2]).toBeGreaterThan(tops[1] ?? 0);
  const height = await cells.first().evaluate((cell) => {
    for (let box = cell.parentElement; box; box = box.parentElement) {
      if (box.scrollHeight > box.clientHeight + 1) return box.getBoundingClientRect().height;
    }
    return 0;
  });
  expect(height).toBeGreaterThan(0);
  expect(height).toBeLessThanOrEqual(200);
  // Only those near the view are loaded; those behind stay, which would else be grey for a moment.
  const shown = (index: number) => panel.getByRole('listitem').nth(index).locator('img');
  const readWidth = (index: number) =>
    shown(index).evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth;
    });
  expect(await readWidth(0)).toBe(100 + count - 1);
  expect(await shown(count - 1).count()).toBe(0);
  await cells.last().scrollIntoViewIfNeeded();
  expect(await readWidth(count - 1)).toBe(100);
  expect(await shown(1).count()).toBe(1);

  const opening = adas.context().waitForEvent('page');
  await cells.first().click();
  const opened = await opening;
  await eventually(() => /^(blob:|http)/.test(opened.url()), true);
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await panel.getByRole('button', { name: 'Logout' }).click();
  await adas.getByRole('heading', { name: 'Login', exact: true }).waitFor();
});

test('Own messages stand on one side and the other’s on the opposite, with picture and time; pictures go out as data URLs in bubbles of at most 230 px; the newest is scrolled to smoothly (TALK-2, TALK-4, LIMIT-3, LIMIT-4)', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  await sendByCall(backend, ada, ben, { text: 'From Ada' });
  await sendByCall(backend, ben, ada, { text: 'From Ben' });
  const path = `/messages/${ben.id}?peek=true`;
  const stored = readField(await callApi(backend, 'GET', path, { token: ada.token }), 'messages');
  const times = new Map(
    (Array.isArray(stored) ? stored : []).map((one) => [
      readField(one, 'text'),
      new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(
        new Date(String(readField(one, 'createdAt'))),
      ),
    ]),
  );
  const adas = await enterConversation(stage, ada, 'Ben', { hasMotion: true });
  await message(adas, 'From Ben').waitFor();
  const log = adas.getByRole('log');
  const list = await readBox(log);
  const middle = list.x + list.width / 2;
  const own = await readBox(message(adas, 'From Ada').locator('p'));
  const others = await readBox(message(adas, 'From Ben').locator('p'));
  expect(own.x).toBeGreaterThan(middle);
  expect(others.x + others.width).toBeLessThan(middle);
  for (const name of ['Ada', 'Ben']) {
    const said = message(adas, `From ${name}`);
    await said.getByText(name[0] ?? '', { exact: true }).waitFor();
    await said.getByText(times.get(`From ${name}`) ?? '?', { exact: true }).waitFor();
  }

  const sending = adas.waitForRequest(isSend);
  await sendPicture(adas, makePngFile('wide.png', 900, 300));
  const body = (await sending).postDataJSON();
  expect(Object.keys(body)).toEqual(['image']);
  expect(body.image).toMatch(/^data:image\/(png|jpeg);base64,/);
  const picture = messages(adas, true).getByRole('img', { name: /Image from/ });
  await picture.waitFor();
  await eventually(() => picture.evaluate((one) => one.getBoundingClientRect().width <= 230), true);

  for (let index = 0; index < 30; index += 1) {
    await sendByCall(backend, ben, ada, { text: `Line ${index}.` });
  }
  await message(adas, 'Line 29.').waitFor();
  const readPlaces = await recordPlaces(adas);
  for (const hasMotion of [true, false]) {
    await adas.emulateMedia({ reducedMotion: hasMotion ? 'no-preference' : 'reduce' });
    await eventually(async () => (await readPlaces()).at(-1), 0);
    await log.hover();
    await adas.mouse.wheel(0, -400);
    await eventually(async () => ((await readPlaces()).at(-1) ?? 0) >= 400, true);
    const before = (await readPlaces()).length;
    await sendText(adas, 'The newest of all');
    await eventually(async () => (await readPlaces()).at(-1), 0);
    const onTheWay = (await readPlaces()).slice(before).filter((place) => place > 0 && place < 400);
    expect(onTheWay.length > 0, `with motion: ${hasMotion}`).toBe(hasMotion);
  }
});
