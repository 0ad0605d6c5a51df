/** The app itself in front of several nodes: what one person does at one of them, the other sees at another. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { enter, message, openConversation, sendText } from '../support/actions.ts';
import { makePerson, register } from '../support/backends.ts';
import { openStage, type Stage } from '../support/browser.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { ECHO, withBrowser as test } from '../support/flow.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'Two people', () => {
  let cluster: TestCluster;
  let urls: [string, string];
  const stages: Stage[] = [];
  beforeEach(async () => {
    cluster = await startCluster(2, { DRAIN_SECONDS: '5' });
    const [first, second] = cluster.nodes;
    urls = [first?.url ?? '', second?.url ?? ''];
  });
  afterEach(async ({ task }) => {
    for (const stage of stages.splice(0)) {
      if (task.result?.state === 'fail') await stage.savePictures(task.name);
      await stage.close();
    }
    await cluster?.dispose();
  });

  function open(...args: Parameters<typeof openStage>): Stage {
    const stage = openStage(...args);
    stage.expectTrouble(ECHO);
    stages.push(stage);
    return stage;
  }

  /** Ada and Ben in front of each other, each at the address given. */
  async function meet(adas: Stage, bens: Stage): Promise<[Page, Page]> {
    const ada = await register({ url: urls[0] }, makePerson('Ada'));
    const ben = await register({ url: urls[1] }, makePerson('Ben'));
    const pages: [Page, Page] = [await enter(adas, ada), await enter(bens, ben)];
    await openConversation(pages[0], 'Ben');
    await openConversation(pages[1], 'Ada');
    return pages;
  }

  test('move to another node before theirs ends, and see no gap', async ({ browser }) => {
    const [ada, ben] = await meet(
      open(browser, cluster.front.url),
      open(browser, cluster.front.url),
    );
    for (const page of [ada, ben]) await watchForGaps(page);
    for (const [index, node] of cluster.nodes.entries()) {
      const ended = node.stop();
      let number = 0;
      // Once at least: a node that the front has given nobody ends within a moment.
      do {
        number += 1;
        await sendText(number % 2 === 0 ? ada : ben, `Node ${index}, message ${number}.`);
      } while ((await Promise.race([ended, sleep(150)])) === undefined);
      expect(await ended).toBe(0);
      await message(ada, `Node ${index}, message ${number}.`).waitFor();
      await message(ben, `Node ${index}, message ${number}.`).waitFor();
      await node.start();
    }
    for (const page of [ada, ben]) expect(await readGaps(page)).toEqual([]);
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

function readGaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { gap } = document.documentElement.dataset;
    return gap === undefined ? [] : [gap];
  });
}
