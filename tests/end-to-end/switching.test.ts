/** Switching between conversations: fetched ahead, painted at once, and never one under the name of the other. */
import { expect } from 'vitest';
import {
  conversation,
  enter,
  eventually,
  message,
  messages,
  openConversation,
  readUnseen,
  row,
} from '../support/actions.ts';
import { callApi, makePerson, readField, register, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

test('Resting on a row fetches its conversation ahead, which is not reading it', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  await sendByCall(backend, ben, ada, { text: 'Hello Ada' });
  const page = await enter(stage, ada);
  await conversation(page).getByText('Chat anytime, anywhere').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith(`/messages/${ben.id}`)) asked.push(search);
  });

  // What the server can do is known with the connection; until then resting does nothing.
  const restOnRow = async () => {
    if (asked.length > 0) return true;
    await page.mouse.move(1_400, 880);
    await row(page, 'Ben').hover();
    return false;
  };
  await expect.poll(restOnRow, { interval: 1_000 }).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([expect.stringContaining('peek=true')]);
  expect(await readUnseen(page, 'Ben')).toBe(1);
  expect(await countUnseen(backend, ada.token, ben.id)).toBe(1);

  await openConversation(page, 'Ben');
  await message(page, 'Hello Ada').waitFor();
  expect(asked).toHaveLength(1);
  await eventually(() => countUnseen(backend, ada.token, ben.id), 0);
});

test('A conversation that was loaded before is painted within two frames, and never under another name', async ({
  stage,
  backend,
}) => {
  const ada = await register(backend, makePerson('Ada'));
  const ben = await register(backend, makePerson('Ben'));
  const cleo = await register(backend, makePerson('Cleo'));
  for (const peer of [ben, cleo]) {
    await sendByCall(backend, peer, ada, { text: `I am ${peer.fullName}.` });
  }
  const page = await enter(stage, ada);
  for (const peer of [ben, cleo]) {
    await openConversation(page, peer.fullName);
    await messages(page).first().waitFor();
  }

  const frames = await page.evaluate(async () => {
    const shown: string[] = [];
    const look = () => {
      const screen = document.querySelector('section[aria-label="Conversation"]');
      const name = screen?.querySelector('h2')?.textContent ?? '';
      const texts = screen?.querySelector('[role=log]')?.textContent ?? '';
      const who = ['Ben', 'Cleo'].filter((person) => texts.includes(`I am ${person}.`));
      shown.push(`${name}: ${who.join()}`);
    };
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const button of document.querySelectorAll('[data-user-id]')) {
      if (button instanceof HTMLElement && button.textContent?.includes('Ben')) button.click();
    }
    for (let frame = 0; frame < 30; frame += 1) {
      await nextFrame();
      look();
    }
    return shown;
  });
  expect(frames.slice(1)).toEqual(frames.slice(1).map(() => 'Ben: Ben'));
  expect(['Ben: Ben', 'Cleo: Cleo']).toContain(frames[0]);
});

async function countUnseen(
  backend: { url: string },
  token: string,
  senderId: string,
): Promise<number> {
  const answer = await callApi(backend, 'GET', '/messages/users', { token });
  return Number(readField(readField(answer, 'unseenMessages'), senderId) ?? 0);
}
