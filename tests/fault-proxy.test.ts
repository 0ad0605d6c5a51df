/** What the proxy of the fault tests promises: faults that are where the test wants them, and no others. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFaultPlan } from '../src/devtools/lab/fault-plan.ts';
import { call, type Member, send, signUp } from './server/support/calls.ts';
import { join, type Listener } from './server/support/sockets.ts';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';
import { startServer, type TestServer } from './support/server.ts';

describe('The fault proxy', () => {
  let server: TestServer;
  let proxy: FaultProxy;
  let ada: Member;
  let ben: Member;
  let listeners: Listener[];
  beforeEach(async () => {
    listeners = [];
    server = await startServer();
    proxy = await startFaultProxy(server.url);
    ada = await signUp(server.url, 'Ada');
    ben = await signUp(server.url, 'Ben');
  });
  afterEach(async () => {
    for (const listener of listeners) listener.close();
    await proxy.close();
    await server.close();
  });

  async function listenThroughProxy(): Promise<Listener> {
    const listener = await join(proxy.url, ben, { transports: ['websocket'] });
    listeners.push(listener);
    return listener;
  }

  async function countStored(): Promise<number> {
    const { body } = await call<{ messages: unknown[] }>(
      server.url,
      'GET',
      `/messages/${ben.id}?peek=true`,
      { token: ada.token },
    );
    return body.messages.length;
  }

  test('passes calls and events as they are without faults', async () => {
    const bens = await listenThroughProxy();
    const message = await send(proxy.url, ada, ben, 'As it is');
    expect((await bens.hear('newMessage'))._id).toBe(message._id);
    expect(bens.heard('newMessage')).toHaveLength(1);
  });

  test('loses an answer after the server did what was asked', async () => {
    proxy.faults.script({ method: 'POST' }, { kind: 'loseAnswer' });
    await expect(send(proxy.url, ada, ben, 'Done')).rejects.toThrow('fetch failed');
    expect(await countStored()).toBe(1);
  });

  test('cuts a call before the server hears of it', async () => {
    proxy.faults.script({ method: 'POST' }, { kind: 'cut' });
    await expect(send(proxy.url, ada, ben, 'Not done')).rejects.toThrow('fetch failed');
    expect(await countStored()).toBe(0);
  });

  test('answers errors and refusals in the place of the server', async () => {
    proxy.faults.script({ method: 'POST' }, { kind: 'status', status: 429, retryAfterS: 7 });
    const { status, headers } = await call(proxy.url, 'POST', `/messages/send/${ben.id}`, {
      token: ada.token,
      body: { text: 'Too often' },
    });
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
    expect(await countStored()).toBe(0);
  });

  test('refuses connections, ends those there are, and lets them in again', async () => {
    const bens = await listenThroughProxy();
    const ended = new Promise((resolve) => bens.socket.once('disconnect', resolve));
    await proxy.setRefused(true);
    await ended;
    await expect(send(proxy.url, ada, ben, 'Nobody there')).rejects.toThrow('fetch failed');
    await proxy.setRefused(false);
    await send(proxy.url, ada, ben, 'Here again');
    expect(await countStored()).toBe(1);
  });

  test('sends events about messages twice', async () => {
    const bens = await listenThroughProxy();
    proxy.setRandomFaults({ duplicates: 1 }, 1);
    await send(proxy.url, ada, ben, 'First');
    await send(proxy.url, ada, ben, 'Second');
    await bens.hear('newMessage', ({ text }) => text === 'Second');
    await expect
      .poll(() => bens.heard('newMessage').map(({ text }) => text))
      .toEqual(['First', 'First', 'Second', 'Second']);
  });

  test('lets an event overtake the one before', async () => {
    const bens = await listenThroughProxy();
    proxy.setRandomFaults({ reorderings: 1 }, 1);
    await Promise.all([send(proxy.url, ada, ben, 'One'), send(proxy.url, ada, ben, 'Two')]);
    await expect.poll(() => bens.heard('newMessage').length).toBe(2);
    const ids = bens.heard('newMessage').map(({ _id }) => _id);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  test('draws the same faults from the same seed, and others from another', () => {
    const faults = { lostAnswers: 0.2, cutCalls: 0.2, errors: 0.2 };
    const draw = (seed: number) => {
      const plan = makeFaultPlan(seed, faults);
      return Array.from({ length: 40 }, () => plan.drawCall('POST'));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});
