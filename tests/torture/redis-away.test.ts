/** Redis goes away for all nodes, or one node alone is cut off from it. The database goes on, and so does every node. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import { call, type Member, send, signUp } from '../server/support/calls.ts';
import { join, listen } from '../server/support/sockets.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** A node of which nothing is heard for so long is taken for dead, and a while for the news of it. */
const DEAD_WHEN_SILENT_MS = 12_000;

describeWithEngines(['PostgreSQL', 'Redis'], 'While a node does not reach Redis', () => {
  let postgres: PostgresDatabases;
  let redis: RedisServer;
  let gate: Gate;
  let gated: ServerProcess;
  let free: ServerProcess;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const DATABASE_URL = await postgres.createDatabase();
    gate = await startGate(redis.url);
    [gated, free] = await Promise.all([
      startServerProcess({ DATABASE_URL, REDIS_URL: gate.url }),
      startServerProcess({ DATABASE_URL, REDIS_URL: redis.url }),
    ]);
  });
  afterEach(() => gate.open());
  afterAll(async () => {
    for (const node of [gated, free]) await node?.dispose();
    await gate?.close();
    for (const engine of [redis, postgres]) await engine?.dispose();
  });

  const OPTIONS = { transports: ['websocket'], wants: ['presence'] };
  const connect = ({ url }: ServerProcess, member: Member) => join(url, member, OPTIONS);

  const signUpAll = (...names: string[]) =>
    Promise.all(names.map((name) => signUp(free.url, name)));

  const untilHealth = (status: string) =>
    expect.poll(async () => (await fetch(`${gated.url}/healthz`)).json()).toMatchObject({ status });

  async function tellRedis(maxmemory: string): Promise<void> {
    const client = await createClient({ url: redis.url }).connect();
    await client.configSet('maxmemory', maxmemory);
    client.destroy();
  }

  test.each([
    ['Redis is away', () => redis.stop(), () => redis.start()],
    ['it is cut off alone', async () => gate.shut(), async () => gate.open()],
  ])('and %s, what is done on it holds on the other one afterwards', async (_why, end, begin) => {
    const [ada, ben, cleo, dan, eva, fay, gus] = await signUpAll(
      ...['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Fay', 'Gus'],
    );
    if (!ada || !ben || !cleo || !dan || !eva || !fay || !gus) throw new Error('Nobody is there.');
    const adas = await connect(gated, ada);
    const [bens, cleos, dans] = [
      await connect(free, ben),
      await connect(free, cleo),
      await connect(free, dan),
    ];
    // After Ben, whose window would otherwise be told of him in its first list.
    const guss = await connect(gated, gus);
    await bens.hear('presence', tells(gus, true));
    await cleos.hear('getOnlineUsers', (ids) => ids.includes(ben.id));

    await end();
    await untilHealth('degraded');
    await send(gated.url, ada, ben, 'unheard');
    await call(gated.url, 'POST', '/auth/logout', dan);
    await call(gated.url, 'PUT', `/messages/block/${cleo.id}`, ben);
    guss.close();
    await adas.hear('presence', tells(gus, false));
    const evas = await connect(gated, eva);
    const fays = await connect(free, fay);
    expect(bens.heard('presence').some(tells(gus, false))).toBe(false);

    await begin();
    await untilHealth('ok');
    await Promise.all([adas, bens].map((each) => each.hear('catchUp')));
    expect(bens.heard('newMessage')).toEqual([]);
    await dans.ended;
    await cleos.hear('presence', tells(ben, false));
    await bens.hear('presence', tells(gus, false));
    await fays.hear('presence', tells(eva, true));
    await evas.hear('presence', tells(fay, true));
    await send(gated.url, ada, ben, 'heard');
    await bens.hear('newMessage', ({ text }) => text === 'heard');

    const isTypingHeard = async () => {
      const before = bens.heard('typing').length;
      cleos.socket.emit('typing', { userId: ben.id });
      // Behind what Ben would hear of Cleo.
      const { _id } = await send(free.url, fay, ben, 'behind');
      await bens.hear('newMessage', (message) => message._id === _id);
      return bens.heard('typing').length > before;
    };
    // No oftener than a person types.
    await expect.poll(isTypingHeard, { interval: 1_500 }).toBe(false);
  });

  test.each([
    ['Redis is away', () => redis.stop(), () => redis.start()],
    ['Redis refuses to write', () => tellRedis('1'), () => tellRedis('0')],
  ])('since %s, nobody is shown as offline, however long that takes', async (_why, end, begin) => {
    const [ada, ben, cleo] = await signUpAll('Ada', 'Ben', 'Cleo');
    if (!ada || !ben || !cleo) throw new Error('Nobody is there.');
    const adas = await connect(gated, ada);
    await connect(free, ben);
    await adas.hear('presence', tells(ben, true));
    await end();
    await untilHealth('degraded');
    await sleep(DEAD_WHEN_SILENT_MS);
    await connect(free, cleo);
    await begin();
    await adas.hear('presence', tells(cleo, true));
    expect(adas.heard('presence').some(tells(ben, false))).toBe(false);
    await untilHealth('ok');
  });

  test('nobody is let in before what is said to them on other nodes is heard', async () => {
    const [ada, ben] = await signUpAll('Ada', 'Ben');
    if (!ada || !ben) throw new Error('Nobody is there.');
    gate.hold();
    const bens = listen(gated.url, ben, OPTIONS);
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
