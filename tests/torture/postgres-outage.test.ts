/** PostgreSQL goes away while people write, in order and by a crash, and comes back. */
import { setTimeout } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callApi, makePerson, register } from '../support/backends.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { playKillRounds } from '../support/kill-rounds.ts';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ROUNDS = 4;
const PER_ROUND = 150;

describeWithEngines(['PostgreSQL'], 'while PostgreSQL is away', () => {
  let postgres: PostgresServer;
  let url: string;
  let node: ServerProcess;
  beforeEach(async () => {
    postgres = await startOwnPostgres();
    url = await postgres.createDatabase();
    node = await startServerProcess({ DATABASE_URL: url });
  });
  afterEach(async () => {
    await node?.dispose();
    await postgres?.dispose();
  });

  /** Health is checked once a second at most. */
  const untilHealthIs = async (status: number) => {
    while ((await fetch(`${node.url}/healthz`)).status !== status) await setTimeout(50);
  };

  test('calls are answered 503 with a sentence, no node dies, and all goes on when it is back', async () => {
    const ada = await register(node, makePerson('Ada'));
    const socket = io(node.url, {
      query: { userId: ada.id },
      auth: { token: ada.token },
      transports: ['websocket'],
      reconnection: false,
    });
    await new Promise<void>((resolve) => socket.once('getOnlineUsers', () => resolve()));
    await postgres.stop();

    const answer = await fetch(`${node.url}/api/v1/auth/check`, { headers: { token: ada.token } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'The server cannot reach its storage at the moment. Please try again shortly.',
    });
    await untilHealthIs(503);

    await postgres.start();
    await untilHealthIs(200);
    const check = await callApi(node, 'GET', '/auth/check', { token: ada.token });
    expect(check).toMatchObject({ success: true });
    expect(node.readOutput()).not.toContain(ada.token);
    expect(socket.connected).toBe(true);
    socket.close();
  });

  test('a statement that is stuck is given up and undone, and those behind it are served', async () => {
    const [ada, ben] = await Promise.all(
      ['Ada', 'Ben'].map((name) => register(node, makePerson(name))),
    );
    if (!ada || !ben) throw new Error('Nobody is there.');
    const say = (text: string) =>
      fetch(`${node.url}/api/v1/messages/send/${ben.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: ada.token },
        body: JSON.stringify({ text }),
      });
    expect((await say('before')).status).toBe(200);
    const release = await postgres.hold(url, 'select from conversations for update');
    expect((await say('stuck')).status).toBe(503);
    await release();
    expect((await say('after')).status).toBe(200);
    const path = `/messages/${ben.id}?peek=true`;
    const answer = await callApi(node, 'GET', path, { token: ada.token });
    expect(answer).toMatchObject({ messages: [{ text: 'before' }, { text: 'after' }] });
  });

  test.each([
    ['ended in order', () => postgres.stop()],
    ['crashed', () => postgres.kill()],
  ])('nothing that was sent is lost, doubled or out of order when it was %s', async (_how, end) => {
    const started = node.readOutput().match(/Duet is running/g);
    const report = await playKillRounds(
      {
        ...node,
        async kill() {
          await end();
          await untilHealthIs(503);
        },
        async start() {
          await postgres.start();
          await untilHealthIs(200);
        },
      },
      { rounds: ROUNDS, perRound: PER_ROUND, isOrderHeard: true },
    );
    expect(report.acknowledged).toBeGreaterThan(ROUNDS * PER_ROUND);
    expect(report.retried).toBeGreaterThan(0);
    expect(node.readOutput().match(/Duet is running/g)).toEqual(started);
  });
});
