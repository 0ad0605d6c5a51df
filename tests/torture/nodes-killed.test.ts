/** Nodes that end without a word, one after another, while people write. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UsersResponse } from '../../src/protocol/http.ts';
import { call, type Member, send, signUp } from '../server/support/calls.ts';
import { join } from '../server/support/sockets.ts';
import { startCluster, type TestCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { playKillRounds } from '../support/kill-rounds.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'Nodes killed', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startCluster(3);
  });
  afterAll(() => cluster?.dispose());

  test('under load, one after another, lose nothing and double nothing', async () => {
    const { nodes, front } = cluster;
    let turn = 0;
    const oneAtATime = {
      url: front.url,
      async kill() {
        await nodes[turn % nodes.length]?.kill();
      },
      async start() {
        await Promise.all(nodes.map((node) => node.start()));
        turn += 1;
      },
    };
    const rounds = 9;
    const { acknowledged } = await playKillRounds(oneAtATime, {
      rounds,
      perRound: 40,
      isOrderHeard: false,
    });
    expect(acknowledged).toBeGreaterThanOrEqual(rounds * 40);
  });

  test('leave nobody online who was connected to them alone', async () => {
    const [alive, doomed] = cluster.nodes;
    if (!alive || !doomed) throw new Error('Two nodes are needed.');
    const transports = { transports: ['websocket'] };
    const ada = await signUp(alive.url, 'Ada');
    const ben = await signUp(doomed.url, 'Ben');
    const auth = { token: ada.token, wants: ['presence'] };
    const adas = await join(alive.url, ada, { ...transports, auth });
    await join(doomed.url, ben, transports);
    await adas.hear('presence', (news) => news.some(({ userId }) => userId === ben.id));
    await send(doomed.url, ben, ada, 'the last');
    await doomed.kill();
    const killedAt = Date.now();
    await adas.hear('presence', (news) =>
      news.some(({ userId, online }) => userId === ben.id && !online),
    );
    // Nobody knows what the node had told of what it stored.
    await adas.hear('catchUp');
    // Also to those who read the list later.
    await expect.poll(() => readLastSeen(alive.url, ada, ben)).toBeGreaterThan(killedAt - 10_000);
    await doomed.start();
    const carl = await signUp(doomed.url, 'Carl');
    const carls = await join(doomed.url, carl, transports);
    expect(carls.heard('getOnlineUsers')[0]).not.toContain(ben.id);
    // The node that is new knows those who were there before.
    await carls.hear('getOnlineUsers', (ids) => ids.includes(ada.id));
    for (const { close } of [adas, carls]) close();
  });
});

/** When the list of people says that somebody was last seen, in ms. */
async function readLastSeen(url: string, reader: Member, { id }: Member): Promise<number> {
  const { body } = await call<UsersResponse>(url, 'GET', '/messages/users', reader);
  const listed = body.success ? body.users.find(({ _id }) => _id === id) : undefined;
  return Date.parse(listed?.lastSeenAt ?? '1970-01-01');
}
