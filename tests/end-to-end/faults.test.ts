/** Nothing lost, nothing twice, nothing out of order, whatever the network does. */
import { expect } from 'vitest';
import { exchangeInStorm, STORM_KINDS } from '../support/exchange.ts';
import { describeFaultsOnBoth } from '../support/fault-flow.ts';

/** With it a dozen calls and events meet every kind. */
const SEED = 180;

describeFaultsOnBoth('In a storm of faults', (test) => {
  test('two people who write to each other end with one list, each message once and in order', async ({
    stage,
    backend,
    proxy,
  }) => {
    const count = backend.plain ? 12 : 20;
    await exchangeInStorm({ stage, backend, proxy, count, seed: SEED });
    if (!backend.plain) expect(Object.keys(proxy.met)).toEqual(expect.arrayContaining(STORM_KINDS));
  });
});
