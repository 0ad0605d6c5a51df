/** Messages and edits that were acknowledged and not told: of a node that died in that moment, or that the others cannot hear. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import { IDEMPOTENCY_HEADER } from '../../src/protocol/http.ts';
import { call, type Member, send, signUp } from '../server/support/calls.ts';
import { join, type Listener } from '../server/support/sockets.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describeWithEngines(
  ['PostgreSQL', 'Redis'],
  'An acknowledged message that nobody was told of',
  () => {
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
    });
    afterAll(async () => {
      for (const node of [gated, free]) await node?.dispose();
      await gate?.close();
      for (const engine of [redis, postgres]) await engine?.dispose();
    });

    async function connect({ url }: ServerProcess, member: Member): Promise<Listener> {
      const listener = await join(url, member, { transports: ['websocket'] });
      open.add(listener);
      return listener;
    }

    /** Ada on the node behind the gate; Ben and Cleo, to whom nobody writes, on the other. */
    async function gather() {
      for (const { url } of [gated, free]) {
        await expect
          .poll(async () => (await fetch(`${url}/healthz`)).json())
          .toMatchObject({ status: 'ok' });
      }
      const ada = await signUp(gated.url, 'Ada');
      const [ben, cleo] = [await signUp(free.url, 'Ben'), await signUp(free.url, 'Cleo')];
      const [bens, cleos] = [await connect(free, ben), await connect(free, cleo)];
      await send(gated.url, ada, ben, 'heard');
      await bens.hear('newMessage');
      return { ada, ben, bens, cleos };
    }

    /** Resolves with the words that Ben finds when he does as he is asked. */
    async function readWhenAsked(bens: Listener, { url }: ServerProcess, ben: Member, ada: Member) {
      const before = bens.heard('catchUp').length;
      const isAsked = () => bens.heard('catchUp').length > before;
      await expect.poll(isAsked).toBe(true);
      const path = `/messages/${ada.id}?peek=true`;
      const { body } = await call<{ messages: Message[] }>(url, 'GET', path, ben);
      return body.messages.map(({ text }) => text);
    }

    test('because its node was killed between the answer and the event (STORE-4)', async () => {
      const { ada, ben, bens, cleos } = await gather();
      gate.hold();
      await send(gated.url, ada, ben, 'unannounced');
      await gated.kill();
      expect(await readWhenAsked(bens, free, ben, ada)).toEqual(['heard', 'unannounced']);
      expect(bens.heard('newMessage')).toHaveLength(1);
      expect(cleos.heard('catchUp')).toEqual([]);
      gate.shut();
      gate.open();
      await gated.start();
    });

    test('as an edit, which is not told either', async () => {
      const { ada, ben, bens, cleos } = await gather();
      const [{ _id } = { _id: '' }] = bens.heard('newMessage');
      gate.hold();
      const { status } = await call(gated.url, 'PUT', `/messages/edit/${_id}`, {
        token: ada.token,
        body: { text: 'edited', version: 0 },
        headers: { [IDEMPOTENCY_HEADER]: crypto.randomUUID() },
      });
      expect(status).toBe(200);
      await gated.kill();
      expect(await readWhenAsked(bens, free, ben, ada)).toEqual(['edited']);
      expect(bens.heard('messageChanged')).toEqual([]);
      expect(cleos.heard('catchUp')).toEqual([]);
      gate.shut();
      gate.open();
      await gated.start();
    });

    test('because its node alone does not reach Redis', async () => {
      const { ada, ben, bens, cleos } = await gather();
      gate.shut();
      await send(gated.url, ada, ben, 'unannounced');
      expect(await readWhenAsked(bens, free, ben, ada)).toEqual(['heard', 'unannounced']);
      expect(bens.heard('newMessage')).toHaveLength(1);
      expect(cleos.heard('catchUp')).toEqual([]);
      gate.open();
    });

    test('because Redis is away, however long that takes', async () => {
      const { ada, ben, bens } = await gather();
      await redis.stop();
      for (const text of ['one', 'two', 'three']) {
        await send(gated.url, ada, ben, text);
        expect(await readWhenAsked(bens, free, ben, ada)).toContain(text);
      }
      await redis.start();
    });
  },
);
