/** The app itself while PostgreSQL goes away and comes back: what people write waits, and arrives once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { openStage, type Stage } from '../support/browser.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { exchangeThrough } from '../support/exchange.ts';
import { withBrowser as test } from '../support/flow.ts';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL'], 'Two people at their browsers', () => {
  let postgres: PostgresServer;
  let node: ServerProcess;
  let stage: Stage | undefined;
  beforeEach(async () => {
    postgres = await startOwnPostgres();
    node = await startServerProcess({ DATABASE_URL: await postgres.createDatabase() });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.savePictures(task.name);
    await stage?.close();
    await node?.dispose();
    await postgres?.dispose();
  });

  test('write on while PostgreSQL ends and crashes by turns: nothing lost, nothing twice, in one order', async ({
    browser,
  }) => {
    const backend = {
      name: 'our server',
      url: node.url,
      stop: async () => {},
      start: async () => {},
      dispose: async () => {},
    } as const;
    stage = openStage(browser, node.url);
    stage.expectTrouble(/./);
    let troubling: Promise<void> = Promise.resolve();
    let isOver = false;
    async function troubleInTurn(): Promise<void> {
      for (let turn = 0; !isOver; turn += 1) {
        await (turn % 2 ? postgres.stop() : postgres.kill());
        await sleep(300);
        await postgres.start();
        await sleep(700);
      }
    }
    await exchangeThrough(
      { backend, stages: [stage, stage], count: 16 },
      {
        async begin() {
          troubling = troubleInTurn();
        },
        async end() {
          isOver = true;
          await troubling;
        },
      },
    );
  });
});
