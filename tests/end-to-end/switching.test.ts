/** Switching between conversations: the next one is fetched ahead. */
import { expect } from 'vitest';
import {
  conversation,
  enter,
  eventually,
  message,
  openConversation,
  readUnseen,
  row,
} from '../support/actions.ts';
import { callApi, readField, sendByCall } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

test('Resting on a row fetches its conversation ahead, which is not reading it', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
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
  const listUnseen = async () =>
    readField(
      await callApi(backend, 'GET', '/messages/users', { token: ada.token }),
      'unseenMessages',
    );
  expect(await listUnseen()).toEqual({ [ben.id]: 1 });

  await openConversation(page, 'Ben');
  await message(page, 'Hello Ada').waitFor();
  expect(asked).toHaveLength(1);
  await eventually(listUnseen, {});
});
