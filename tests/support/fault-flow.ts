/** Flows in which the browsers reach the backend through a fault proxy of the test's own. */
import { describe, expect } from 'vitest';
import { BACKEND_NAMES, type Backend, type BackendName, startBackend } from './backends.ts';
import { openStage } from './browser.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { ECHO, withBrowser } from './flow.ts';

export function makeFaultFlowTest(name: BackendName) {
  const test = withBrowser
    .extend('backend', async ({ task: _test }, { onCleanup }): Promise<Backend> => {
      const backend = await startBackend(name);
      onCleanup(() => backend.dispose());
      return backend;
    })
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
  test.afterEach(async ({ stage, backend, task }) => {
    if (task.result?.state === 'fail') {
      await stage.savePictures(`${task.name} (${name})`);
      return;
    }
    expect(stage.findTroubles(), 'troubles inside the pages').toEqual([]);
    expect(backend.plain?.trespasses ?? [], 'what went beyond the contract').toEqual([]);
  });
  return test;
}

export type FaultFlowTest = ReturnType<typeof makeFaultFlowTest>;

export function describeFaultsOnBoth(title: string, define: (test: FaultFlowTest) => void): void {
  describe.each(BACKEND_NAMES)(`${title}, with %s`, (name) => define(makeFaultFlowTest(name)));
}
