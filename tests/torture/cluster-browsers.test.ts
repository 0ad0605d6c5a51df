/** The app itself in front of several nodes of which parts go away. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { enter, message, openConversation, sendText } from '../support/actions.ts';
import { type Backend, makePerson, register } from '../support/backends.ts';
import { openStage, type Stage } from '../support/browser.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { exchangeThrough } from '../support/exchange.ts';
import { ECHO, withBrowser as test } from '../support/flow.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'Two people in front of nodes', () => {
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

  test('miss nothing of what was said while Redis was away', async ({ browser }) => {
    const [ada, ben] = await meet(open(browser, urls[0]), open(browser, urls[1]));
    await cluster.redis.stop();
    await sendText(ada, 'Can you hear me?');
    await message(ada, 'Can you hear me?').waitFor();
    await sendText(ben, 'No.');
    await cluster.redis.start();
    await message(ben, 'Can you hear me?').waitFor();
    await message(ada, 'No.').waitFor();
  });

  test('write on while nodes are killed one after another: nothing lost, nothing twice, in one order', async ({
    browser,
  }) => {
    const backend: Backend = {
      name: 'our server',
      url: cluster.front.url,
      stop: async () => {},
      start: async () => {},
      dispose: async () => {},
    };
    const stage = open(browser, backend.url);
    stage.expectTrouble(/./);
    let killing: Promise<void> = Promise.resolve();
    let isOver = false;
    async function killInTurn(): Promise<void> {
      for (let turn = 0; !isOver; turn += 1) {
        const node = cluster.nodes[turn % cluster.nodes.length];
        await node?.kill();
        await sleep(300);
        await node?.start();
        await sleep(500);
      }
    }
    await exchangeThrough(
      { backend, stages: [stage, stage], count: 40 },
      {
        async begin() {
          killing = killInTurn();
        },
        async end() {
          isOver = true;
          await killing;
        },
      },
    );
  });
});
