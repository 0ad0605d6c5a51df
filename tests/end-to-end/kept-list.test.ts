/** What a second load of the page costs: the browser has the list of people, and asks whether it still holds. */
import { expect } from 'vitest';
import { enter, row } from '../support/actions.ts';
import { makePerson, register } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

test('The list of people comes once, and then as 304 until somebody changes', async ({
  stage,
  backend,
  ada,
  ben,
}) => {
  const page = await enter(stage, ada);
  await row(page, ben.fullName).waitFor();

  // What went over the wire; to the page a kept answer looks like any other. The browser tells of a request and of
  // its answer in either order.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const statuses = new Map<string, number>();
  const lists = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.endsWith('/api/v1/messages/users')) lists.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
  });
  const listStatuses = () => [...lists].flatMap((id) => statuses.get(id) ?? []);
  await page.reload();
  await row(page, ben.fullName).waitFor();
  await expect.poll(() => listStatuses().length).toBeGreaterThan(0);
  expect(new Set(listStatuses())).toEqual(new Set([304]));

  const linus = await register(backend, makePerson('Linus'));
  await page.reload();
  await row(page, linus.fullName).waitFor();
  await expect.poll(listStatuses).toContain(200);
});
