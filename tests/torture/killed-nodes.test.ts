/** Servers that are killed, and what others do then: it takes them seconds to notice. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { send, signUp } from '../server/support/calls.ts';
import { join } from '../server/support/sockets.ts';
import { type Member, makePerson, register, sendByCall } from '../support/backends.ts';
import { describeCluster, startCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { startPostgres } from '../support/postgres.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';
import {
  PUSH_PROGRAM,
  playPushKills,
  pushSettings,
  subscribe,
  untilPushed,
} from '../support/push-kills.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { startRedis } from '../support/redis.ts';
import { startServerProcess } from '../support/server-process.ts';

describeWithEngines(['PostgreSQL', 'Redis'], 'A node that is killed', () => {
  test('before it could tell of a message leaves that to others: windows there are asked to catch up (STORE-4)', async () => {
    await using started = new AsyncDisposableStack();
    const keep = <Part extends { dispose(): Promise<void> }>(part: Part): Part =>
      started.adopt(part, (one) => one.dispose());
    const postgres = keep(await startPostgres());
    const redis = keep(await startRedis());
    const DATABASE_URL = await postgres.createDatabase();
    const proxy = started.adopt(await startPostgresProxy(DATABASE_URL), (one) => one.close());
    const start = (url: string) =>
      startServerProcess({ DATABASE_URL: url, REDIS_URL: redis.url }).then(keep);
    const near = await start(proxy.url);
    const far = await start(DATABASE_URL);
    const ada = await signUp(near.url, 'Ada');
    const ben = await signUp(near.url, 'Ben');
    const bens = await join(far.url, ben, { transports: ['websocket'] });
    const held = proxy.holdAnswerTo('append messages');
    const key = { 'idempotency-key': '018f4d5e-7a3b-7c21-9d80-0123456789ab' };
    const unanswered = send(near.url, ada, ben, 'hello', key).catch(() => undefined);
    await held;
    await near.kill();
    await unanswered;
    const repeated = await send(far.url, ada, ben, 'hello', key);
    await bens.hear('catchUp');
    expect(repeated.text).toBe('hello');
    expect(bens.heard('newMessage')).toEqual([]);
  });
});

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

const start = () => startCluster(2, pushSettings(service), PUSH_PROGRAM);
describeCluster('Pushes of two nodes', start, (get) => {
  test('go on when either is killed', async () => {
    const ada = await register(get().front, makePerson('Ada'));
    const browser = await subscribe(get().front, service, ada);
    const registerBen = () => register(get().front, makePerson('Ben'));
    const senders = [await registerBen(), await registerBen(), await registerBen()];
    const write = (turn: number, sender: Member) =>
      sendByCall(get().node(turn), sender, ada, { text: 'Here' });
    // One of the two has the lease.
    for (const turn of [0, 1]) {
      const ids = await Promise.all(senders.map((sender, number) => write(number, sender)));
      await get().node(turn).kill();
      const late = await register(get().node(turn + 1), makePerson('Ben'));
      for (const id of [...ids, await write(turn + 1, late)]) await untilPushed(browser, id);
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

describe('A server alone', () => {
  test('pushes a message at least once, in whatever moment it is killed', async () => {
    const server = await startServerProcess(pushSettings(service), PUSH_PROGRAM);
    onTestFinished(server.dispose);
    await playPushKills(server, service);
    expect(service.countCalls()).toBeGreaterThanOrEqual(5);
  });
});
