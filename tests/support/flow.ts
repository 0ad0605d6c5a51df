/**
 * A flow: a test that plays people at their browsers against a backend of its own, which is our server. Where the app
 * takes another path for a plain backend, it is played against such a one as well. Whatever that was sent beyond the
 * contract fails the test.
 */
import { test as base, describe, expect } from 'vitest';
import { type Backend, type BackendName, makePerson, register, startBackend } from './backends.ts';
import { openStage, type Stage, shareBrowser } from './browser.ts';

/** The browser itself complains in the console about every call that fails, and each frame: an echo, not a trouble. */
export const ECHO = /Failed to load resource|WebSocket (connection to|is already in C)|net::ERR_/;

/** The test function with the `browser` of its process: a start of its own would cost each file seconds. */
export const withBrowser = base.extend('browser', () => shareBrowser());

/** The test function with a backend of its own, and two people who have an account there. */
export function withBackend(name: BackendName) {
  return withBrowser
    .extend('backend', async ({ task: _test }, { onCleanup }): Promise<Backend> => {
      const backend = await startBackend(name);
      onCleanup(() => backend.dispose());
      return backend;
    })
    .extend('ada', ({ backend }) => register(backend, makePerson('Ada')))
    .extend('ben', ({ backend }) => register(backend, makePerson('Ben')));
}

/** What no flow may leave behind; a flow that failed leaves pictures of its windows. */
export async function checkFlow(
  stage: Stage,
  backend: Backend,
  task: { name: string; result?: { state: string } | undefined },
): Promise<void> {
  if (task.result?.state === 'fail') {
    await stage.savePictures(`${task.name} (${backend.name})`);
    return;
  }
  expect(stage.findTroubles(), 'troubles inside the pages').toEqual([]);
  expect(backend.plain?.trespasses ?? [], 'what went beyond the contract').toEqual([]);
}

/** The test function with `backend`, `stage`, `ada` and `ben`, for one of the two backends. */
export function makeFlowTest(name: BackendName) {
  const test = withBackend(name).extend('stage', async ({ browser, backend }, { onCleanup }) => {
    const stage = openStage(browser, backend.url);
    onCleanup(() => stage.close());
    return stage;
  });
  test.afterEach(({ stage, backend, task }) => checkFlow(stage, backend, task));
  return test;
}

export type FlowTest = ReturnType<typeof makeFlowTest>;

export function describeFlow(title: string, define: (test: FlowTest) => void): void {
  describe(`${title}, with our server`, () => define(makeFlowTest('our server')));
}
