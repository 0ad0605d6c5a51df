/** Ada and Grace on a server, which are new for each test. */
import { beforeAll, beforeEach, onTestFinished } from 'vitest';
import { startServer, type TestServer, type TestServerOptions } from '../../support/server.ts';
import { type Member, signUp } from './calls.ts';

export let server: TestServer;
export let ada: Member;
export let grace: Member;

/** For the test that is under way, in place of an earlier one. */
export async function startPair(options: TestServerOptions = {}): Promise<void> {
  await restart(options);
  await signUpPair();
}

/** What was on its way to the server before has arrived. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await fetch(`${server.url}/livez`);
}

/** On the data of the one before. */
export async function restart(options: TestServerOptions): Promise<void> {
  server = await startServer(options);
  onTestFinished(server.close);
}

async function signUpPair(): Promise<void> {
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
}

/** For each test of a file; a shared server is started once. */
export function openPair({ isShared = false } = {}): void {
  if (!isShared) {
    beforeEach(() => startPair());
    return;
  }
  beforeAll(async () => {
    server = await startServer();
    return server.close;
  });
  beforeEach(signUpPair);
}
