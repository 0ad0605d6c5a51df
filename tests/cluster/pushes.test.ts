/** Pushes of several nodes: one of them pushes, and another takes over when it is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, makePerson, register, sendByCall } from '../support/backends.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import {
  PUSH_PROGRAM,
  playPushKills,
  pushSettings,
  subscribe,
  untilPushed,
} from '../support/push-kills.ts';
import { type PushService, startPushService } from '../support/push-service.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'Pushes of two nodes', () => {
  let service: PushService;
  let cluster: TestCluster;
  beforeAll(async () => {
    service = await startPushService();
    cluster = await startCluster(2, pushSettings(service), PUSH_PROGRAM);
  });
  afterAll(async () => {
    await cluster?.dispose();
    await service?.close();
  });

  /** One message from each, so that each has a push of its own, through the nodes in turn. */
  const writeFrom = (senders: readonly Member[], to: Member) =>
    Promise.all(
      senders.map((sender, index) => {
        const node = cluster.nodes[index % cluster.nodes.length] ?? cluster.front;
        return sendByCall(node, sender, to, { text: 'Here' });
      }),
    );
  const registerMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => register(cluster.front, makePerson('Ben'))));

  test('are each sent once while both live', async () => {
    const [first, second] = cluster.nodes;
    if (!first || !second) throw new Error('Two nodes are needed.');
    const ada = await register(first, makePerson('Ada'));
    const browser = await subscribe(second, service, ada);
    const senders = await registerMany(6);
    const ids = await writeFrom(senders, ada);
    const last = await writeFrom(await registerMany(1), ada);
    for (const id of [...ids, ...last]) await untilPushed(browser, id);
    expect(browser.pushes.map(({ messageId }) => messageId).toSorted()).toEqual(
      [...ids, ...last].toSorted(),
    );
  });

  test('go on when either is killed', async () => {
    const ada = await register(cluster.front, makePerson('Ada'));
    const browser = await subscribe(cluster.front, service, ada);
    const senders = await registerMany(4);
    // One of the two has the lease.
    for (const node of cluster.nodes) {
      const other = cluster.nodes.find((each) => each !== node) ?? node;
      const ids = await writeFrom(senders, ada);
      await node.kill();
      const meanwhile = await sendByCall(other, await register(other, makePerson('Ben')), ada, {
        text: 'Here',
      });
      for (const id of [...ids, meanwhile]) await untilPushed(browser, id);
      await node.start();
    }
  });

  test('are each sent at least once, in whatever moment all are killed', async () => {
    const [first] = cluster.nodes;
    if (!first) throw new Error('A node is needed.');
    await playPushKills(
      {
        url: first.url,
        kill: async () => {
          await Promise.all(cluster.nodes.map((node) => node.kill()));
        },
        start: async () => {
          await Promise.all(cluster.nodes.map((node) => node.start()));
        },
      },
      service,
    );
  });
});
