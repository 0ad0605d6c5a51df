/** A node that is asked to end: it says so, its people move, and only then it is gone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { signUp } from '../server/support/calls.ts';
import { join, listen, refusal } from '../server/support/sockets.ts';
import { enterConversation, message, sendText } from '../support/actions.ts';
import { makePerson, register } from '../support/backends.ts';
import { openStage } from '../support/browser.ts';
import { startCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { ECHO, withBrowser as test } from '../support/flow.ts';

const WEBSOCKET = { transports: ['websocket'] };

describeWithEngines(['PostgreSQL', 'Redis'], 'A node that is asked to end', () => {
  async function startTwo(drainSeconds: number) {
    const cluster = await startCluster(2, { DRAIN_SECONDS: String(drainSeconds) });
    onTestFinished(cluster.dispose);
    return { ...cluster, ending: cluster.node(0), staying: cluster.node(1) };
  }

  test('is not ready any more, but lives and answers until its clients have moved', async () => {
    // Longer than a process here gets before it is killed: it ends by itself, since everybody has moved.
    const { ending, staying } = await startTwo(600);
    const ada = await signUp(ending.url, 'Ada');
    const adas = await join(ending.url, ada, WEBSOCKET);
    const ben = await signUp(staying.url, 'Ben');
    const bens = await join(staying.url, ben, { ...WEBSOCKET, wants: ['presence'] });

    const ended = ending.stop();
    expect((await adas.hear('move')).withinMs).toBeGreaterThan(0);
    const ask = async (path: string) => (await fetch(`${ending.url}/${path}`)).status;
    expect(await Promise.all(['livez', 'readyz', 'healthz'].map(ask))).toEqual([200, 503, 200]);
    expect((await fetch(`${staying.url}/readyz`)).status).toBe(200);
    expect(await refusal(listen(ending.url, ada, WEBSOCKET))).toBeTruthy();

    await join(staying.url, ada, WEBSOCKET);
    adas.close();
    expect(await ended).toBe(0);
    // Nobody has seen her leave.
    const told = bens.heard('presence').flat();
    expect(told.filter(({ userId, online }) => userId === ada.id && !online)).toEqual([]);
  });

  test('ends all the same when somebody stays, who is offline then', async () => {
    const { ending, staying } = await startTwo(1);
    const ada = await signUp(ending.url, 'Ada');
    const ben = await signUp(staying.url, 'Ben');
    const bens = await join(staying.url, ben, { ...WEBSOCKET, wants: ['presence'] });
    const adas = await join(ending.url, ada, WEBSOCKET);
    const untilTold = (isOnline: boolean) =>
      bens.hear('presence', (news) =>
        news.some(({ userId, online }) => userId === ada.id && online === isOnline),
      );
    await untilTold(true);
    expect(await ending.stop()).toBe(0);
    await adas.ended;
    await untilTold(false);
  });

  test('leaves no gap in the windows of people who write meanwhile', async ({ browser }) => {
    const { nodes, front } = await startTwo(5);
    const stage = openStage(browser, front.url);
    onTestFinished(stage.close);
    stage.expectTrouble(ECHO);
    const ada = await register(front, makePerson('Ada'));
    const ben = await register(front, makePerson('Ben'));
    const pages = [
      await enterConversation(stage, ada, 'Ben'),
      await enterConversation(stage, ben, 'Ada'),
    ] as const;
    for (const page of pages) await watchForGaps(page);
    for (const [index, node] of nodes.entries()) {
      const ended = node.stop();
      let number = 0;
      // Once at least: a node that the front has given nobody ends within a moment.
      do {
        number += 1;
        await sendText(pages[number % 2 === 0 ? 0 : 1], `Node ${index}, message ${number}.`);
      } while ((await Promise.race([ended, sleep(150)])) === undefined);
      expect(await ended).toBe(0);
      for (const page of pages) await message(page, `Node ${index}, message ${number}.`).waitFor();
      await node.start();
    }
    for (const page of pages) {
      expect(await page.evaluate(() => document.documentElement.dataset.gap)).toBeUndefined();
    }
  });
});

/** Notes each time that the page tells of a lost connection. */
async function watchForGaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      if (!document.body.textContent?.includes('Reconnecting')) return;
      document.documentElement.dataset.gap = 'seen';
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}
