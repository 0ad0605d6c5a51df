/** The page's Content-Security-Policy, where it is strictest: what the app itself does must need no more. */
import { expect } from 'vitest';
import { enter } from '../support/actions.ts';
import { makePerson, register } from '../support/backends.ts';
import { makeFlowTest } from '../support/flow.ts';

const test = makeFlowTest('our server');

test('A script that somehow got into the page does not run', async ({ stage, backend }) => {
  stage.expectTrouble(/Content Security Policy/);
  const ada = await register(backend, makePerson('Ada'));
  const page = await enter(stage, ada);
  const ran = await page.evaluate(async () => {
    Object.assign(window, { ran: 0 });
    const frame = document.createElement('div');
    frame.innerHTML =
      '<img src="data:," onerror="window.ran += 1"><style>body{display:none}</style>';
    const script = document.createElement('script');
    script.textContent = 'window.ran += 1';
    document.body.append(frame, script);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [Reflect.get(window, 'ran'), getComputedStyle(document.body).display];
  });
  expect(ran).toEqual([0, 'block']);
});
