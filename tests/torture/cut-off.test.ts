/** One node alone is cut off from Redis, or hears it late, while the other nodes have it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import { call, type Member, send, signUp } from '../server/support/calls.ts';
import { join, type Listener, listen } from '../server/support/sockets.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'A node that alone is cut off from Redis', () => {
  let postgres: PostgresDatabases;
  let redis: RedisServer;
  let gate: Gate;
  let gated: ServerProcess;
  let free: ServerProcess;
  const open = new Set<Listener>();
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const DATABASE_URL = await postgres.createDatabase();
    gate = await startGate(redis.url);
    [gated, free] = await Promise.all([
      startServerProcess({ DATABASE_URL, REDIS_URL: gate.url }),
      startServerProcess({ DATABASE_URL, REDIS_URL: redis.url }),
    ]);
  });
  afterEach(() => {
    for (const listener of open) listener.close();
    open.clear();
    gate.open();
  });
  afterAll(async () => {
    for (const node of [gated, free]) await node?.dispose();
    await gate?.close();
    for (const engine of [redis, postgres]) await engine?.dispose();
  });

  const optionsOf = ({ token }: Member) => ({
    transports: ['websocket'],
    auth: { token, wants: ['presence'] },
  });

  async function connect({ url }: ServerProcess, member: Member): Promise<Listener> {
    const listener = await join(url, member, optionsOf(member));
    open.add(listener);
    return listener;
  }

  const untilHealth = (status: string) =>
    expect.poll(async () => (await fetch(`${gated.url}/healthz`)).json()).toMatchObject({ status });

  async function cutOff(): Promise<void> {
    gate.shut();
    await untilHealth('degraded');
  }

  async function joinAgain(): Promise<void> {
    gate.open();
    await untilHealth('ok');
  }

  test('has the clients of all nodes catch up: nobody heard what it had to tell', async () => {
    const ada = await signUp(gated.url, 'Ada');
    const ben = await signUp(free.url, 'Ben');
    const adas = await connect(gated, ada);
    const bens = await connect(free, ben);
    await cutOff();
    await send(gated.url, ada, ben, 'unheard');
    await joinAgain();
    await Promise.all([adas.hear('catchUp'), bens.hear('catchUp')]);
    expect(bens.heard('newMessage')).toEqual([]);
    await send(gated.url, ada, ben, 'heard');
    await bens.hear('newMessage', ({ text }) => text === 'heard');
  });

  test('has sessions that it ended cut on the other nodes when it is back', async () => {
    const ada = await signUp(free.url, 'Ada');
    const adas = await connect(free, ada);
    const closed = new Promise((resolve) => adas.socket.once('disconnect', resolve));
    await cutOff();
    await call(gated.url, 'POST', '/auth/logout', ada);
    await joinAgain();
    await closed;
  });

  test('has blocks that it took hold on the other nodes when it is back', async () => {
    const [ada, ben, cleo] = [
      await signUp(free.url, 'Ada'),
      await signUp(free.url, 'Ben'),
      await signUp(free.url, 'Cleo'),
    ];
    const [adas, bens] = [await connect(free, ada), await connect(free, ben)];
    await cutOff();
    await call(gated.url, 'PUT', `/messages/block/${ada.id}`, ben);
    await joinAgain();

    async function isTypingHeard(): Promise<boolean> {
      const [bensBefore, own] = [bens, adas].map((each) => each.heard('typing').length);
      for (const { id } of [ben, ada]) adas.socket.emit('typing', { userId: id });
      await expect.poll(() => adas.heard('typing').length).toBe((own ?? 0) + 1);
      // Behind what Ben heard of Ada.
      const { _id } = await send(free.url, cleo, ben, 'behind');
      await bens.hear('newMessage', (message) => message._id === _id);
      return bens.heard('typing').length > (bensBefore ?? 0);
    }
    // No oftener than a person types.
    await expect.poll(isTypingHeard, { interval: 1_500 }).toBe(false);
  });

  test('tells and is told who came and went meanwhile', async () => {
    const [ada, ben, cleo, dora] = [
      await signUp(free.url, 'Ada'),
      await signUp(free.url, 'Ben'),
      await signUp(free.url, 'Cleo'),
      await signUp(free.url, 'Dora'),
    ];
    const adas = await connect(free, ada);
    const bens = await connect(gated, ben);
    const doras = await connect(gated, dora);
    await Promise.all([ben, dora].map((each) => adas.hear('presence', tells(each, true))));

    await cutOff();
    bens.close();
    await doras.hear('presence', tells(ben, false));
    await connect(gated, cleo);
    const eva = await signUp(free.url, 'Eva');
    await connect(free, eva);
    await adas.hear('presence', tells(eva, true));
    expect(adas.heard('presence').some(tells(ben, false))).toBe(false);

    await joinAgain();
    const fay = await signUp(free.url, 'Fay');
    await connect(free, fay);
    await adas.hear('presence', tells(ben, false));
    await adas.hear('presence', tells(cleo, true));
    await doras.hear('presence', tells(eva, true));
    await doras.hear('presence', tells(fay, true));
  });

  test('hears for somebody who comes back before it has given up hearing for them', async () => {
    const ada = await signUp(free.url, 'Ada');
    const ben = await signUp(free.url, 'Ben');
    const before = await connect(gated, ben);
    gate.hold();
    before.close();
    // Time for the node to see him leave.
    await sleep(200);
    const bens = listen(gated.url, ben, optionsOf(ben));
    open.add(bens);
    await Promise.race([bens.hear('getOnlineUsers'), sleep(200)]);
    gate.open();
    await bens.hear('getOnlineUsers');
    await send(free.url, ada, ben, 'hello');
    await bens.hear('newMessage', ({ text }) => text === 'hello');
  });

  test('lets nobody in before what is said to them on other nodes is heard', async () => {
    const ada = await signUp(free.url, 'Ada');
    const ben = await signUp(free.url, 'Ben');
    gate.hold();
    const bens = listen(gated.url, ben, optionsOf(ben));
    open.add(bens);
    // What he reads when he is told that he is connected.
    const reading = bens.hear('getOnlineUsers').then(async () => {
      const path = `/messages/${ada.id}?peek=true`;
      const { body } = await call<{ messages: Message[] }>(free.url, 'GET', path, ben);
      return body.messages.map(({ text }) => text);
    });
    // Time for a node that does not wait to let him in.
    await Promise.race([reading, sleep(1_000)]);
    await send(free.url, ada, ben, 'hello');
    gate.open();
    const read = await reading;
    await send(free.url, ada, ben, 'behind it');
    await bens.hear('newMessage', ({ text }) => text === 'behind it');
    const heard = bens.heard('newMessage').map(({ text }) => text);
    expect([...read, ...heard]).toContain('hello');
  });
});

function tells({ id }: Member, online: boolean) {
  return (changes: Array<{ userId: string; online: boolean }>) =>
    changes.some((change) => change.userId === id && change.online === online);
}
