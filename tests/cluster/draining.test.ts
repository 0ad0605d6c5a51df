/** A node that is asked to end: it says so, its people move, and only then it is gone. */
import { expect, onTestFinished, test } from 'vitest';
import { signUp } from '../server/support/calls.ts';
import { join, listen, refusal } from '../server/support/sockets.ts';
import { startCluster } from '../support/cluster.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';

const WEBSOCKET = { transports: ['websocket'] };

describeWithEngines(['PostgreSQL', 'Redis'], 'A node that is asked to end', () => {
  async function startTwo(drainSeconds: number) {
    const { nodes, dispose } = await startCluster(2, { DRAIN_SECONDS: String(drainSeconds) });
    onTestFinished(dispose);
    const [ending, staying] = nodes;
    if (!ending || !staying) throw new Error('Two nodes are needed.');
    return { ending, staying };
  }

  test('is not ready any more, but lives and answers until its clients have moved', async () => {
    // Longer than a process here gets before it is killed: it ends by itself, since everybody has moved.
    const { ending, staying } = await startTwo(600);
    const ada = await signUp(ending.url, 'Ada');
    const adas = await join(ending.url, ada, WEBSOCKET);
    const watcher = await signUp(staying.url, 'Ben');
    const bens = await join(staying.url, watcher, {
      ...WEBSOCKET,
      auth: { token: watcher.token, wants: ['presence'] },
    });

    const ended = ending.stop();
    expect((await adas.hear('move')).withinMs).toBeGreaterThan(0);
    const codes = async () =>
      Promise.all(
        ['livez', 'readyz', 'healthz'].map(
          async (path) => (await fetch(`${ending.url}/${path}`)).status,
        ),
      );
    expect(await codes()).toEqual([200, 503, 200]);
    expect((await fetch(`${staying.url}/readyz`)).status).toBe(200);
    expect(await refusal(listen(ending.url, ada, WEBSOCKET))).toBeTruthy();

    const moved = await join(staying.url, ada, WEBSOCKET);
    adas.close();
    expect(await ended).toBe(0);
    // Nobody has seen her leave.
    const told = bens.heard('presence').flat();
    expect(told.filter(({ userId, online }) => userId === ada.id && !online)).toEqual([]);
    for (const { close } of [moved, bens]) close();
  });

  test('ends all the same when somebody stays, who is offline then', async () => {
    const { ending, staying } = await startTwo(1);
    const ada = await signUp(ending.url, 'Ada');
    const ben = await signUp(staying.url, 'Ben');
    const bens = await join(staying.url, ben, {
      ...WEBSOCKET,
      auth: { token: ben.token, wants: ['presence'] },
    });
    const adas = await join(ending.url, ada, WEBSOCKET);
    await bens.hear('presence', (news) => news.some(({ userId }) => userId === ada.id));
    const closed = new Promise((resolve) => adas.socket.once('disconnect', resolve));
    expect(await ending.stop()).toBe(0);
    await closed;
    await bens.hear('presence', (news) =>
      news.some(({ userId, online }) => userId === ada.id && !online),
    );
    bens.close();
  });
});
