/** Kills the server in each moment of a push: every message must reach the push service nevertheless. */
import { expect } from 'vitest';
import { callApi, type Member, makePerson, register, sendByCall } from './backends.ts';
import { eventually } from './eventually.ts';
import { accept, type Browser, type PushService } from './push-service.ts';
import type { ServerProcess } from './server-process.ts';

/** The address in the settings need not be the one that the tests use. */
export const pushSettings = (service: PushService) => ({
  PUBLIC_URL: 'https://duet.example.org',
  PUSH_SERVICES: service.host,
  PUSH_SPEED: '10',
});

export const PUSH_PROGRAM = 'tests/support/push-node.ts';

export async function subscribe(
  server: { url: string },
  service: PushService,
  member: Member,
): Promise<Browser> {
  const browser = service.subscribe();
  const { endpoint, p256dh, auth } = browser;
  await callApi(server, 'PUT', '/push/device', {
    token: member.token,
    body: { endpoint, p256dh, auth, detail: 'everything', zone: 'UTC' },
  });
  return browser;
}

export const untilPushed = (browser: Browser, messageId: string): Promise<void> =>
  eventually(() => expect(browser.pushes.map((each) => each.messageId)).toContain(messageId));

export async function playPushKills(
  server: Pick<ServerProcess, 'url' | 'kill' | 'start'>,
  service: PushService,
): Promise<void> {
  const ada = await register(server, makePerson('Ada'));
  const browser = await subscribe(server, service, ada);
  // A push tells of the newest message of its sender: so each has one of their own.
  const write = async () =>
    sendByCall(server, await register(server, makePerson('Ben')), ada, { text: 'Here' });
  const killAtCall = (then: 'answered' | 'unanswered') =>
    new Promise<void>((resolve, reject) => {
      service.answerWith((response, request) => {
        service.answerWith(null);
        if (then === 'answered') accept(response, request);
        server.kill().then(resolve, reject);
      });
    });

  const afterCommit = await write();
  await server.kill();
  await server.start();
  await untilPushed(browser, afterCommit);

  for (const moment of ['unanswered', 'answered'] as const) {
    const killed = killAtCall(moment);
    const messageId = await write();
    await killed;
    await server.start();
    // After an answer the server may have stored it before it was killed: then only later messages are pushed.
    await untilPushed(browser, moment === 'answered' ? await write() : messageId);
  }
}
