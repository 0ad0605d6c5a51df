/** Pushes of several nodes: one of them pushes, and another takes over when it is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, makePerson, register, sendByCall } from '../support/backends.ts';
import { describeCluster, startCluster } from '../support/cluster.ts';
import {
  PUSH_PROGRAM,
  playPushKills,
  pushSettings,
  subscribe,
  untilPushed,
} from '../support/push-kills.ts';
import { type PushService, startPushService } from '../support/push-service.ts';

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
const start = () => startCluster(2, pushSettings(service), PUSH_PROGRAM);

describeCluster('Pushes of two nodes', start, (get) => {
  /** One message from each, so that each has a push of its own, through the nodes in turn. */
  const writeFrom = (senders: readonly Member[], to: Member) =>
    Promise.all(
      senders.map((sender, turn) => sendByCall(get().node(turn), sender, to, { text: 'Here' })),
    );
  const registerMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => register(get().front, makePerson('Ben'))));

  test('are each sent once while both live', async () => {
    const ada = await register(get().node(0), makePerson('Ada'));
    const browser = await subscribe(get().node(1), service, ada);
    const ids = await writeFrom(await registerMany(6), ada);
    const last = await writeFrom(await registerMany(1), ada);
    for (const id of [...ids, ...last]) await untilPushed(browser, id);
    expect(browser.pushes.map(({ messageId }) => messageId).toSorted()).toEqual(
      [...ids, ...last].toSorted(),
    );
  });

  test('go on when either is killed', async () => {
    const ada = await register(get().front, makePerson('Ada'));
    const browser = await subscribe(get().front, service, ada);
    const senders = await registerMany(4);
    // One of the two has the lease.
    for (const turn of [0, 1]) {
      const other = get().node(turn + 1);
      const ids = await writeFrom(senders, ada);
      await get().node(turn).kill();
      const late = await register(other, makePerson('Ben'));
      const meanwhile = await sendByCall(other, late, ada, { text: 'Here' });
      for (const id of [...ids, meanwhile]) await untilPushed(browser, id);
      await get().node(turn).start();
    }
  });

  test('are each sent at least once, in whatever moment all are killed', async () => {
    const { node, nodes } = get();
    const server = {
      url: node(0).url,
      kill: async () => void (await Promise.all(nodes.map((one) => one.kill()))),
      start: async () => void (await Promise.all(nodes.map((one) => one.start()))),
    };
    await playPushKills(server, service);
  });
});
