/** Flows in which the browsers reach the backend through a fault proxy of the test's own. */
import { describe } from 'vitest';
import { BACKEND_NAMES, type BackendName } from './backends.ts';
import { openStage } from './browser.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { checkFlow, ECHO, withBackend } from './flow.ts';

function makeFaultFlowTest(name: BackendName) {
  const test = withBackend(name)
    .extend('proxy', async ({ backend }, { onCleanup }) => {
      const proxy = await startFaultProxy(backend.url);
      onCleanup(() => proxy.close());
      return proxy;
    })
    .extend('stage', async ({ browser, proxy }, { onCleanup }) => {
      const stage = openStage(browser, proxy.url);
      stage.expectTrouble(ECHO);
      onCleanup(() => stage.close());
      return stage;
    });
  test.afterEach(({ stage, backend, task }) => checkFlow(stage, backend, task));
  return test;
}

type FaultFlowTest = ReturnType<typeof makeFaultFlowTest>;

export function describeFaults(title: string, define: (test: FaultFlowTest) => void): void {
  describe(`${title}, with our server`, () => define(makeFaultFlowTest('our server')));
}

export function describeFaultsOnBoth(title: string, define: (test: FaultFlowTest) => void): void {
  describe.each(BACKEND_NAMES)(`${title}, with %s`, (name) => define(makeFaultFlowTest(name)));
}
