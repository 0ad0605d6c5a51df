/** What a second visit shows before the server answers, and without it. */
import { expect } from 'vitest';
import {
  enterConversation,
  eventually,
  message,
  openConversation,
  row,
  untilTold,
} from '../support/actions.ts';
import { makePerson, register, sendByCall } from '../support/backends.ts';
import { describeFaults } from '../support/fault-flow.ts';
import { untilKept } from '../support/kept.ts';
import { readContents } from '../support/rows.ts';

const LATER = { kind: 'holdAnswer' } as const;

describeFaults('A second visit', (test) => {
  test('shows people and the open conversation before the server answers, or while it cannot, and then what is new, without a blink', async ({
    stage,
    backend,
    proxy,
    ada,
    ben,
  }) => {
    for (const text of ['One', 'Two']) await sendByCall(backend, ben, ada, { text });
    await register(backend, makePerson('Cleo'));
    const page = await enterConversation(stage, ada, 'Ben');
    await message(page, 'Two').waitFor();
    await untilKept(page, 'One', 'Two', '"fullName":"Ben"', '"fullName":"Ada"');

    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    proxy.faults.script({ method: 'GET' }, { ...LATER, until: isReleased }, 99);
    await page.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(window, 'seenRows', seen);
      const look = () => {
        const log = document.querySelector('#root [role=log]');
        if (log)
          seen.push(
            `${log.getAttribute('aria-busy')} ${log.querySelectorAll('[data-own]').length}`,
          );
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.reload();
    await row(page, 'Ben').waitFor();
    await eventually(() => readContents(page), ['One', 'Two']);
    await sendByCall(backend, ben, ada, { text: 'Three' });
    expect(await readContents(page)).toEqual(['One', 'Two']);
    release();
    await eventually(() => readContents(page), ['One', 'Two', 'Three']);
    // The last frame is noted only when it is due.
    await eventually(async () => {
      const frames = await page.evaluate((): string[] => Reflect.get(window, 'seenRows'));
      return [...new Set(frames.slice(frames.indexOf('null 2')))];
    }, ['null 2', 'null 3']);

    proxy.setApiDown(true);
    await page.reload();
    await message(page, 'Two').waitFor();
    await row(page, 'Ben').waitFor();
    await untilTold(page, 'Can’t reach the server.');
    await page.getByText('Reconnecting…').first().waitFor();
    await openConversation(page, 'Cleo');
    await page.getByText('Not on this device yet').waitFor();
    await openConversation(page, 'Ben');
    await sendByCall(backend, ben, ada, { text: 'Missed' });
    proxy.setApiDown(false);
    await eventually(() => readContents(page), ['One', 'Two', 'Three', 'Missed']);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(ada.token);
  });
});
