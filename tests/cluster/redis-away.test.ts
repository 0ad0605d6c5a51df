/** Redis goes away and comes back, once; `torture/redis-away.test.ts` has what takes longer. */
import { expect, test } from 'vitest';
import { call, type Member, send, signUp } from '../server/support/calls.ts';
import { join, type Listener } from '../server/support/sockets.ts';
import { describeCluster, startCluster } from '../support/cluster.ts';

const connect = (url: string, member: Member): Promise<Listener> =>
  join(url, member, {
    transports: ['websocket'],
    auth: { token: member.token, wants: ['presence'] },
  });

const untilHealth = (url: string, status: string) =>
  expect.poll(async () => (await fetch(`${url}/healthz`)).json()).toMatchObject({ status });

describeCluster(
  'While Redis is away',
  () => startCluster(2),
  (get) => {
    test('sends are stored, and heard on the same node; the others are told to catch up after', async () => {
      const { node, redis } = get();
      const [first, second] = [node(0).url, node(1).url];
      const ada = await signUp(first, 'Ada');
      const ben = await signUp(second, 'Ben');
      const cleo = await signUp(first, 'Cleo');
      const bens = await connect(second, ben);
      const cleos = await connect(first, cleo);

      await redis.stop();
      await untilHealth(first, 'degraded');
      await send(first, ada, cleo, 'near');
      await cleos.hear('newMessage', ({ text }) => text === 'near');
      const missed = await send(first, ada, ben, 'far');
      // Somebody who comes now is heard from when Redis is back.
      const doras = await connect(second, await signUp(second, 'Dora'));
      expect((await fetch(`${first}/readyz`)).status).toBe(200);
      expect(bens.heard('newMessage')).toEqual([]);

      await redis.start();
      const { withinMs } = await bens.hear('catchUp');
      expect(withinMs).toBeGreaterThan(0);
      await cleos.hear('catchUp');
      const path = `/messages/${ada.id}?peek=true&limit=10`;
      const answer = await call<{ messages: Array<{ _id: string }> }>(second, 'GET', path, ben);
      expect(answer.body.messages.map(({ _id }) => _id)).toEqual([missed._id]);
      await untilHealth(first, 'ok');
      await untilHealth(second, 'ok');

      await send(first, ada, ben, 'again');
      await bens.hear('newMessage', ({ text }) => text === 'again');
      for (const { close } of [bens, cleos, doras]) close();
    });
  },
);
