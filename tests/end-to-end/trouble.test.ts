import { describe, expect } from 'vitest';
import {
  about,
  box,
  conversation,
  enter,
  enterConversation,
  eventually,
  message,
  messages,
  openConversation,
  people,
  readOrder,
  readTold,
  row,
  sendText,
  untilTold,
} from '../support/actions.ts';
import { callApi, makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFlow, ECHO, makeFlowTest } from '../support/flow.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

describeFlow('When something fails', (test) => {
  test('a refused message notifies once in the server’s words, and waits with Retry and Discard (ERROR-1)', async ({
    stage,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const page = await enterConversation(stage, ada, 'Ben');
    const reason = 'This message was refused.';
    await page.route(/\/messages\/send\//, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: reason } }),
    );
    await sendText(page, 'Keep me');
    await untilTold(page, reason);
    expect(await readTold(page)).toHaveLength(1);
    await sendText(page, 'Drop me');
    const kept = message(page, 'Keep me');
    const dropped = message(page, 'Drop me');
    await dropped.getByRole('button', { name: 'Discard' }).click();
    await eventually(() => dropped.count(), 0);
    await page.unroute(/\/messages\/send\//);
    await kept.getByRole('button', { name: 'Retry' }).click();
    await eventually(() => kept.getByRole('button', { name: 'Retry' }).count(), 0);

    const bens = await enterConversation(stage, ben, 'Ada');
    await message(bens, 'Keep me').waitFor();
    expect(await messages(bens).count()).toBe(1);
  });

  test('a message that the server fails at again and again can be discarded, and what waits behind it goes out', async ({
    stage,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const page = await enterConversation(stage, ada, 'Ben');
    const reason = 'The server has a problem. Please try again.';
    await page.route(/\/messages\/send\//, (route) =>
      route.request().postData()?.includes('Poison')
        ? route.fulfill({ status: 500, json: { success: false } })
        : route.continue(),
    );
    await sendText(page, 'Poison');
    await sendText(page, 'Behind it');
    await untilTold(page, reason);
    const poison = message(page, 'Poison');
    await poison.getByText(`Not sent yet: ${reason}`).waitFor();
    await poison.getByRole('button', { name: 'Retry' }).click();
    await message(page, 'Behind it').and(page.locator('[data-state=waiting]')).waitFor();
    await poison.getByRole('button', { name: 'Discard' }).click();
    await page.locator('[data-state=sent], [data-state=delivered]').waitFor();
    expect(await messages(page).count()).toBe(1);

    const bens = await enterConversation(stage, ben, 'Ada');
    await message(bens, 'Behind it').waitFor();
    expect(await messages(bens).count()).toBe(1);
  });

  test('a conversation that cannot be loaded says so once, and loads on Try again (ERROR-1)', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    await sendByCall(backend, ben, ada, { text: 'Long ago' });
    const page = await enter(stage, ada);
    await row(page, 'Ben').waitFor();
    const pattern = new RegExp(`/messages/${ben.id}`);
    await page.route(pattern, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'Not now.' } }),
    );
    await row(page, 'Ben').click();
    await untilTold(page, 'Not now.');
    const retry = conversation(page).getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await readTold(page)).toHaveLength(1);
    await page.unroute(pattern);
    await retry.click();
    await message(page, 'Long ago').waitFor();
  });

  test('what is written to somebody whose messages did not load stands there, with all that can be done', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    await sendByCall(backend, ben, ada, { text: 'Long ago' });
    const page = await enter(stage, ada);
    await row(page, 'Ben').waitFor();
    const pattern = new RegExp(`/messages/(send/)?${ben.id}`);
    await page.route(pattern, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'Not now.' } }),
    );
    await openConversation(page, 'Ben');
    const again = conversation(page).getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await sendText(page, 'Are you there?');
    const unsent = message(page, 'Are you there?');
    await unsent.getByRole('button', { name: 'Discard' }).waitFor();
    await conversation(page).getByText('Couldn’t load messages').waitFor();
    await page.unroute(pattern);
    await unsent.getByRole('button', { name: 'Retry' }).click();
    await eventually(() => unsent.getByRole('button', { name: 'Retry' }).count(), 0);
    if (await again.isVisible()) await again.click();
    await eventually(
      () => readOrder(page, ['Long ago', 'Are you there?']),
      ['Long ago', 'Are you there?'],
    );
  });

  test('a people list that cannot be loaded says so once, and loads on Try again', async ({
    stage,
    backend,
    ada,
  }) => {
    stage.expectTrouble(ECHO);
    await register(backend, makePerson('Ben'));
    const page = await stage.openWindow({ token: ada.token });
    // With the connection the list is loaded once more, by the specification.
    await page.routeWebSocket('**', () => undefined);
    await page.route(/\/messages\/users/, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'No list today.' } }),
    );
    await page.goto('/');
    await untilTold(page, 'No list today.');
    const retry = people(page).getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute(/\/messages\/users/);
    await retry.click();
    await row(page, 'Ben').waitFor();
  });

  test('a conversation that is opened again shows what was said meanwhile, also where realtime is blocked', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    await register(backend, makePerson('Cleo'));
    const page = await stage.openWindow({ token: ada.token });
    await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
    await page.route(/\/socket\.io\//, (route) => route.abort());
    await page.goto('/');
    await openConversation(page, 'Ben');
    await sendText(page, 'Anybody there?');
    await page.locator('[data-own=true][data-state=sent]').waitFor();
    await openConversation(page, 'Cleo');
    await sendByCall(backend, ben, ada, { text: 'Only by calls' });
    await openConversation(page, 'Ben');
    await message(page, 'Only by calls').waitFor();
    expect(await readOrder(page, ['Anybody there?', 'Only by calls'])).toEqual([
      'Anybody there?',
      'Only by calls',
    ]);
  });

  test('a late answer of an earlier selection never replaces what is open (STATE-6)', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    const cleo = await register(backend, makePerson('Cleo'));
    await sendByCall(backend, ben, ada, { text: 'From Ben' });
    await sendByCall(backend, cleo, ada, { text: 'From Cleo' });
    const page = await enter(stage, ada);
    await row(page, 'Ben').waitFor();
    const gate = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(new RegExp(`/messages/${ben.id}`), async (route) => {
      await gate.promise;
      await route.continue().catch(() => undefined);
      answered.resolve();
    });
    const asked = page.waitForRequest(new RegExp(`/messages/${ben.id}`));
    await row(page, 'Ben').click();
    await asked;
    await row(page, 'Cleo').click();
    await message(page, 'From Cleo').waitFor();
    gate.resolve();
    await answered.promise;
    await sendText(page, 'Still with Cleo?');
    await message(page, 'Still with Cleo?').waitFor();
    expect(await message(page, 'From Ben').count()).toBe(0);
    await conversation(page).getByRole('heading', { name: 'Cleo' }).waitFor();
    await row(page, 'Ben').click();
    await message(page, 'From Ben').waitFor();
  });

  test('a restart of the server in between keeps everything, and what was missed appears', async ({
    stage,
    backend,
    ada,
    ben,
  }) => {
    stage.expectTrouble(ECHO);
    const [adas, bens] = [await enter(stage, ada), await enter(stage, ben)];
    await openConversation(adas, 'Ben');
    await openConversation(bens, 'Ada');
    await sendText(adas, 'Before');
    await message(bens, 'Before').waitFor();

    await backend.stop();
    await sendText(adas, 'In between');
    await message(adas, 'In between').waitFor();
    expect(await box(adas).inputValue()).toBe('');
    await backend.start();

    await message(bens, 'In between').waitFor();
    await sendText(bens, 'After');
    await message(adas, 'After').waitFor();
    for (const page of [adas, bens]) {
      await eventually(
        () => readOrder(page, ['Before', 'In between', 'After']),
        ['Before', 'In between', 'After'],
      );
      await page.reload();
      await row(page, page === adas ? 'Ben' : 'Ada').click();
      await message(page, 'After').waitFor();
      expect(await messages(page).count()).toBe(3);
    }
  });
});

describe('Pictures that did not load without a connection, with our server', () => {
  const test = makeFlowTest('our server');

  test('are loaded when it is back', async ({ stage, backend, ada, ben }) => {
    stage.expectTrouble(ECHO);
    const picture = makeDataUrl(makePng(40, 40));
    const body = { fullName: 'Ben', bio: ben.bio, profilePic: picture };
    await callApi(backend, 'PUT', '/auth/update-profile', { token: ben.token, body });
    await sendByCall(backend, ben, ada, { image: picture });
    const page = await stage.openWindow({ token: ada.token });
    let isAway = true;
    await page.route('**', (route) =>
      isAway && route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
    );
    await page.goto('/');
    await openConversation(page, 'Ben');
    const avatar = row(page, 'Ben').locator('img');
    const sent = messages(page).getByRole('button', { name: 'Try again' });
    await sent.waitFor();
    await eventually(() => avatar.count(), 0);

    await backend.stop();
    await page.getByText('Reconnecting…').filter({ visible: true }).waitFor();
    isAway = false;
    await backend.start();
    const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth === 40;
    const places = [
      avatar,
      about(page, 'Ben').locator('span > img'),
      messages(page).locator('.picture img'),
    ];
    for (const place of places) await eventually(() => place.evaluate(isLoaded), true);
    await eventually(() => sent.count(), 0);
  });
});
