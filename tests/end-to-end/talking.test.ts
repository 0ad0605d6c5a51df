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
  readUnseen,
  row,
  sendPicture,
  sendText,
  signUp,
} from '../support/actions.ts';
import { callApi, makePerson, readField, register, sendByCall } from '../support/backends.ts';
import { describePartlyOnBoth } from '../support/flow.ts';
import { makeDataUrl, makePng, makePngFile } from '../support/pictures.ts';

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

describePartlyOnBoth('Two people talking', (test, onBoth) => {
  onBoth(
    'sign up, see each other online, and exchange text and pictures live (DATA-6, STATE-7)',
    async ({ stage }) => {
      const [ada, ben] = [makePerson('Ada Lovelace'), makePerson('Ben Nevis')];
      const adas = await stage.openWindow();
      await signUp(adas, ada);
      const bens = await stage.openWindow();
      await signUp(bens, ben);
      await row(adas, 'Ben Nevis').getByText('Online').waitFor();
      await row(bens, 'Ada Lovelace').getByText('Online').waitFor();

      await openConversation(adas, 'Ben Nevis');
      await openConversation(bens, 'Ada Lovelace');
      await sendText(adas, 'Hello Ben');
      await message(bens, 'Hello Ben').waitFor();
      expect(await messages(bens, false).filter({ hasText: 'Hello Ben' }).count()).toBe(1);
      await sendText(bens, 'Hello Ada');
      await message(adas, 'Hello Ada').waitFor();
      await sendPicture(adas, makePngFile('sunset.png'));
      const picture = messages(bens, false).locator(
        'img[src^="http"], img[src^="/"], img[src^="data:"], img[src^="blob:"]',
      );
      await eventually(() => messages(bens, false).count(), 2);
      await picture.last().waitFor();

      await adas.reload();
      await openConversation(adas, 'Ben Nevis');
      await message(adas, 'Hello Ben').waitFor();
      expect(await messages(adas, true).count()).toBe(2);
      expect(await messages(adas, false).count()).toBe(1);
    },
  );

  onBoth(
    'a message of somebody whose conversation is not open is counted, from one (LIST-4, STATE-9)',
    async ({ stage, backend, ada, ben }) => {
      const cleo = await register(backend, makePerson('Cleo'));
      const bens = await enter(stage, ben);
      await row(bens, 'Ada').waitFor();
      expect(await readUnseen(bens, 'Ada')).toBe(0);
      await sendByCall(backend, ada, ben, { text: 'One' });
      await eventually(() => readUnseen(bens, 'Ada'), 1);
      await sendByCall(backend, ada, ben, { text: 'Two' });
      await eventually(() => readUnseen(bens, 'Ada'), 2);
      await openConversation(bens, 'Cleo');
      await sendByCall(backend, ada, ben, { text: 'Three' });
      await eventually(() => readUnseen(bens, 'Ada'), 3);
      expect(await readUnseen(bens, 'Cleo')).toBe(0);

      await row(bens, 'Ada').click();
      await eventually(() => readUnseen(bens, 'Ada'), 0);
      await message(bens, 'Three').waitFor();
      await bens.reload();
      await row(bens, 'Ada').waitFor();
      expect(await readUnseen(bens, 'Ada')).toBe(0);
      expect(cleo.id).not.toBe(ada.id);
    },
  );

  onBoth(
    'what arrived while nobody was there is counted on return',
    async ({ stage, backend, ada, ben }) => {
      for (const text of ['One', 'Two']) await sendByCall(backend, ada, ben, { text });
      const bens = await enter(stage, ben);
      await eventually(() => readUnseen(bens, 'Ada'), 2);
    },
  );

  onBoth(
    'a message in the open conversation is marked as seen with the server (STATE-8, CALL-8)',
    async ({ stage, backend, ada, ben }) => {
      const bens = await enterConversation(stage, ben, 'Ada');
      await conversation(bens).getByText('No messages yet').waitFor();
      const marking = bens.waitForRequest((request) => request.method() === 'PUT');
      const id = await sendByCall(backend, ada, ben, { text: 'Look at this' });
      expect((await marking).url()).toContain(`/api/v1/messages/mark/${id}`);
      await message(bens, 'Look at this').waitFor();
      expect(await readUnseen(bens, 'Ada')).toBe(0);
    },
  );

  test('own messages stand on one side and the other’s on the opposite, each with picture and time (TALK-2, LIMIT-4)', async ({
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
    const adas = await enterConversation(stage, ada, 'Ben');
    await message(adas, 'From Ben').waitFor();
    const list = await readBox(adas.getByRole('log'));
    const middle = list.x + list.width / 2;
    const own = await readBox(message(adas, 'From Ada').locator('p'));
    const others = await readBox(message(adas, 'From Ben').locator('p'));
    expect(own.x).toBeGreaterThan(middle);
    expect(others.x + others.width).toBeLessThan(middle);
    expect(await message(adas, 'From Ada').getAttribute('data-own')).toBe('true');
    expect(await message(adas, 'From Ben').getAttribute('data-own')).toBe('false');
    for (const name of ['Ada', 'Ben']) {
      const said = message(adas, `From ${name}`);
      await said.getByText(name[0] ?? '', { exact: true }).waitFor();
      await said.getByText(times.get(`From ${name}`) ?? '?', { exact: true }).waitFor();
    }
  });

  onBoth(
    'a picture goes out as a data URL alone, in a bubble of at most 230 px (TALK-2, TALK-4, LIMIT-3)',
    async ({ stage, backend, ada, ben }) => {
      const adas = await enterConversation(stage, ada, 'Ben');
      const sending = adas.waitForRequest(isSend);
      await sendPicture(adas, makePngFile('wide.png', 900, 300));
      const body = (await sending).postDataJSON();
      expect(Object.keys(body)).toEqual(['image']);
      expect(body.image).toMatch(/^data:image\/(png|jpeg);base64,/);
      const picture = messages(adas, true).getByRole('img', { name: /Image from/ });
      await picture.waitFor();
      await eventually(
        () => picture.evaluate((one) => one.getBoundingClientRect().width <= 230),
        true,
      );
      await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(20, 400)) });
      await eventually(() => messages(adas, false).count(), 1);
    },
  );

  test('the newest message is scrolled into view whenever one comes (TALK-2)', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    for (let index = 0; index < 60; index += 1) {
      await sendByCall(backend, index % 2 ? ada : ben, index % 2 ? ben : ada, {
        text: `Line ${index}.`,
      });
    }
    const adas = await enterConversation(stage, ada, 'Ben', { hasMotion: true });
    const isInView = (text: string) =>
      message(adas, text).evaluate((element) => {
        const log = element.closest('[role=log]')?.getBoundingClientRect();
        const box = element.getBoundingClientRect();
        return log !== undefined && box.top >= log.top - 1 && box.bottom <= log.bottom + 1;
      });
    await eventually(() => isInView('Line 59.'), true);
    await sendByCall(backend, ben, ada, { text: 'The newest of all' });
    await message(adas, 'The newest of all').waitFor();
    await eventually(() => isInView('The newest of all'), true);
    await sendText(adas, 'And my answer');
    await message(adas, 'And my answer').waitFor();
    await eventually(() => isInView('And my answer'), true);
  });

  test.for([true, false])(
    'is scrolled to smoothly, unless the system asks for less motion (motion: %s)',
    async (hasMotion, { stage, backend, ada, ben }) => {
      for (let index = 0; index < 40; index += 1) {
        await sendByCall(backend, ben, ada, { text: `Line ${index}.` });
      }
      const adas = await enterConversation(stage, ada, 'Ben', { hasMotion });
      await message(adas, 'Line 39.').waitFor();
      await adas.getByRole('log').hover();
      await adas.mouse.wheel(0, -400);
      const log = adas.getByRole('log');
      await eventually(() => log.evaluate((list) => Math.abs(list.scrollTop) >= 400), true);
      const readPlaces = await recordPlaces(adas);
      await sendText(adas, 'The newest of all');
      await eventually(async () => (await readPlaces()).at(-1), 0);
      const onTheWay = (await readPlaces()).filter((place) => place > 0 && place < 400);
      if (hasMotion) expect(onTheWay).not.toEqual([]);
      else expect(onTheWay).toEqual([]);
    },
  );

  onBoth(
    'the info panel shows the person and a media grid that opens pictures in a new window (PANEL-1, PANEL-2, PANEL-3, LIMIT-3)',
    async ({ stage, backend, ada }) => {
      const ben = await register(backend, makePerson('Ben', 'Highest of them all'));
      for (let index = 0; index < 7; index += 1) {
        await sendByCall(backend, ben, ada, { image: makeDataUrl(makePng(64 + index, 64)) });
      }
      const adas = await enterConversation(stage, ada, 'Ben');
      const panel = about(adas, 'Ben');
      await panel.getByRole('heading', { name: 'Ben' }).waitFor();
      await panel.getByText('Highest of them all').waitFor();
      await panel.getByText('B', { exact: true }).waitFor();
      expect(await hasGreen(panel)).toBe(false);
      await enter(stage, ben);
      await panel.getByText('Online', { exact: true }).waitFor();
      expect(await hasGreen(panel)).toBe(true);
      await panel.getByRole('heading', { name: 'Media' }).waitFor();
      const cells = panel.getByRole('button', { name: /Image from/ });
      await eventually(() => cells.count(), 7);
      const tops = await cells.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
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

      const opening = adas.context().waitForEvent('page');
      await cells.first().click();
      const opened = await opening;
      await eventually(() => /^(blob:|http)/.test(opened.url()), true);
      expect(await opened.evaluate(() => window.opener)).toBeNull();
      await panel.getByRole('button', { name: 'Logout' }).click();
      await adas.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    },
  );

  test('without a selection there are two columns and an invitation (HOME-1)', async ({
    stage,
    backend,
    ada,
  }) => {
    await register(backend, makePerson('Ben'));
    const adas = await enter(stage, ada);
    const words = adas.getByRole('heading', { name: 'Chat anytime, anywhere' });
    const invitation = adas.locator('main > *').filter({ has: words });
    await expectBeside(people(adas), invitation);
    const [logo, slogan] = [await readBox(invitation.locator('svg').first()), await readBox(words)];
    expect(logo.y + logo.height).toBeLessThanOrEqual(slogan.y);
    expect(await adas.getByRole('region', { name: /^About/ }).count()).toBe(0);
    await openConversation(adas, 'Ben');
    expect(await words.count()).toBe(0);
    await expectBeside(people(adas), conversation(adas), about(adas, 'Ben'));
  });
});
