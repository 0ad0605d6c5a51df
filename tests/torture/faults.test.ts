import { exchangeInStorm } from '../support/exchange.ts';
import { describeFaultsOnBoth } from '../support/fault-flow.ts';
import { takeSeed } from './seed.ts';

describeFaultsOnBoth('In a long storm of faults', (test) => {
  test('two people end with one list, each message once and in order', async ({
    stage,
    backend,
    proxy,
  }) => {
    const seed = takeSeed();
    const count = backend.plain ? 150 : 600;
    await exchangeInStorm({ stage, backend, proxy, count, seed, settleWithinMs: 8 * 60_000 });
    console.log(`${2 * count} messages through`, proxy.met);
  });
});
