/** Pushes of a server that is killed. */
import { expect, onTestFinished, test } from 'vitest';
import { PUSH_PROGRAM, playPushKills, pushSettings } from '../support/push-kills.ts';
import { startPushService } from '../support/push-service.ts';
import { startServerProcess } from '../support/server-process.ts';

test('A message is pushed at least once, in whatever moment the server is killed', async () => {
  const service = await startPushService();
  onTestFinished(service.close);
  const server = await startServerProcess(pushSettings(service), PUSH_PROGRAM);
  onTestFinished(server.dispose);
  await playPushKills(server, service);
  expect(service.countCalls()).toBeGreaterThanOrEqual(5);
});
