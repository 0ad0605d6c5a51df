import { expect } from 'vitest';
import { startBackend } from '../support/backends.ts';
import { gatherCrowd } from '../support/crowd.ts';
import { withBrowser } from '../support/flow.ts';
import { makeChance, takeSeed } from './seed.ts';

const MINUTES = Number(process.env.TORTURE_MINUTES ?? 10);
const DEEDS_BETWEEN_LOOKS = 120;

withBrowser(
  `${MINUTES} minutes of opening, closing, sleeping and writing leave every window right`,
  async ({ browser, onTestFinished, onTestFailed }) => {
    const backend = await startBackend('our server');
    onTestFinished(() => backend.dispose());
    const crowd = await gatherCrowd(browser, backend, makeChance(takeSeed()));
    onTestFinished(() => crowd.close());
    onTestFailed(() => crowd.savePictures('windows'));
    const end = Date.now() + MINUTES * 60_000;
    let deeds = 0;
    while (Date.now() < end) {
      await crowd.act();
      deeds += 1;
      if (deeds % DEEDS_BETWEEN_LOOKS === 0) await crowd.settle();
    }
    await crowd.settle();
    console.log(`${deeds} deeds, ${crowd.countSent()} messages`);
    expect(crowd.countSent()).toBeGreaterThan(0);
  },
);
