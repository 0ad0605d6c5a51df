/** Web Push: what is pushed to whom, and what happens when a push service does not behave. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../server/addresses/public-address.ts';
import { createDeliver } from '../../server/push/deliver.ts';
import type { AuthResponse, MutesResponse, PushResponse } from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Answer,
  accept,
  answer,
  type Browser,
  type PushService,
  startPushService,
} from '../support/push-service.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { createManualTimers } from './support/manual-timers.ts';
import { join, type Listener } from './support/sockets.ts';

let service: PushService;
let server: TestServer;
let ada: Member;
let ben: Member;
let listeners: Listener[];
/** Of pushes: it passes only while the test waits for something. */
let time: { now: number };
let timers: ReturnType<typeof createManualTimers>;

beforeEach(async () => {
  listeners = [];
  time = { now: 0 };
  timers = createManualTimers(time);
  service = await startPushService();
  server = await open();
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
});
afterEach(async () => {
  for (const listener of listeners) listener.close();
  await server.close();
  await service.close();
});

const open = (dataDir?: string) =>
  startServer({
    ...(dataDir !== undefined && { dataDir }),
    config: { PUBLIC_URL: 'https://duet.example.org', PUSH_SERVICES: [service.host] },
    pushNetwork: service.network,
    pushTiming: timers.timing,
  });

const until = <Value>(read: () => Value | Promise<Value>, expected: unknown) =>
  eventually(async () => {
    time.now += 500;
    timers.runDue();
    expect(await read()).toEqual(expected);
  });

const DEVICE = { detail: 'everything', zone: 'Europe/Stockholm' };

async function put(member: Member, browser: Browser, more: object = {}) {
  const { endpoint, p256dh, auth } = browser;
  return call<PushResponse>(server.url, 'PUT', '/push/device', {
    token: member.token,
    body: { endpoint, p256dh, auth, ...DEVICE, ...more },
  });
}

async function subscribe(member: Member, more: object = {}): Promise<Browser> {
  const browser = service.subscribe();
  expect((await put(member, browser, more)).status).toBe(200);
  return browser;
}

const readPush = async ({ token }: Member) => {
  const { body } = await call<PushResponse>(server.url, 'GET', '/push', { token });
  if (!body.success) throw new Error(body.message);
  return body;
};

/** Somebody else's message that is pushed after everything before it. */
async function untilDecided(receiver: Member, browser: Browser): Promise<void> {
  const last = await signUp(server.url, 'Last');
  const { _id } = await send(server.url, last, receiver, 'Behind');
  await until(() => browser.pushes.some(({ messageId }) => messageId === _id), true);
}
const namesOf = (browser: Browser) => browser.pushes.map(({ name }) => name);

describe('A message that nobody sees', () => {
  test('is pushed once, encrypted for the browser and signed by this server', async () => {
    const browser = await subscribe(ada);
    const { _id } = await send(server.url, ben, ada, 'Are you there?');
    await until(() => browser.pushes.length, 1);
    expect(browser.pushes[0]).toEqual({
      receiverId: ada.id,
      userId: ben.id,
      messageId: _id,
      name: 'Ben',
      text: 'Are you there?',
      count: 1,
      total: 1,
      unseen: [ben.id],
    });
    expect(browser.headers).toMatchObject({
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    await eventually(async () =>
      expect((await readPush(ada)).device).toMatchObject({ acceptedAt: expect.any(String) }),
    );
    await untilDecided(ada, browser);
    expect(namesOf(browser)).toEqual(['Ben', 'Last']);
  });

  test('is not pushed when it was seen within two seconds', async () => {
    const browser = await subscribe(ada);
    const { _id } = await send(server.url, ben, ada, 'Seen');
    await call(server.url, 'PUT', `/messages/mark/${_id}`, { token: ada.token });
    await untilDecided(ada, browser);
    expect(namesOf(browser)).toEqual(['Last']);
  });

  test('is not pushed when a window shows its conversation, visible and focused', async () => {
    const browser = await subscribe(ada);
    const wants = ['ownDevices'];
    const [shows, sleeps] = [
      await join(server.url, ada, { auth: { token: ada.token, wants } }),
      await join(server.url, ada, { auth: { token: ada.token, wants } }),
    ];
    listeners.push(shows, sleeps);
    shows.socket.on('isShown', ({ userId }: { userId: string }, tell: (shown: boolean) => void) =>
      tell(userId === ben.id),
    );
    await send(server.url, ben, ada, 'Shown');
    await untilDecided(ada, browser);
    expect(namesOf(browser)).toEqual(['Last']);
  });

  test('says what the person wants on this device', async () => {
    const named = await subscribe(ada, { detail: 'name' });
    await send(server.url, ben, ada, 'Secret');
    await until(() => named.pushes.length, 1);
    expect(named.pushes[0]).toMatchObject({ name: 'Ben' });
    expect(JSON.stringify(named.pushes)).not.toContain('Secret');

    await put(ada, named, { detail: 'nothing' });
    await send(server.url, ben, ada, 'Secret too');
    await until(() => named.pushes.length, 2);
    expect(named.pushes[1]).not.toHaveProperty('name');
    expect(named.pushes[1]).toMatchObject({ userId: ben.id, count: 2 });
  });

  test('waits for the rest of its conversation, and is pushed after it with those around it', async () => {
    const browser = await subscribe(ada);
    await send(server.url, ben, ada, 'One');
    await until(() => browser.pushes.length, 1);
    const pushedAt = time.now;
    await send(server.url, ben, ada, 'Two');
    await send(server.url, ben, ada, 'Three');
    await until(() => browser.pushes.length, 2);
    expect(time.now - pushedAt).toBeGreaterThan(4_000);
    expect(browser.pushes[1]).toMatchObject({ text: 'Three', count: 3 });
  });

  test('waits for nobody in the quiet hours of the device', async () => {
    const zone = 'Asia/Tokyo';
    const minute = (Math.floor(Date.now() / 60_000) + 9 * 60) % 1440;
    const quiet = { from: (minute + 1430) % 1440, to: (minute + 60) % 1440 };
    const browser = await subscribe(ada, { quiet, zone });
    await send(server.url, ben, ada, 'At night');
    await send(server.url, ada, ben, 'Behind');
    const other = await subscribe(ben);
    await send(server.url, ada, ben, 'Behind');
    await until(() => other.pushes.length, 1);
    expect(browser.pushes).toEqual([]);
    await put(ada, browser);
    await send(server.url, ben, ada, 'By day');
    await until(() => browser.pushes.length, 1);
    expect(browser.pushes[0]).toMatchObject({ text: 'By day', count: 2 });
  });

  test('is not pushed from somebody who is muted or blocked', async () => {
    const browser = await subscribe(ada);
    const mute = (path: string, body?: object) =>
      call<MutesResponse>(server.url, 'PUT', `/messages/${path}/${ben.id}`, {
        token: ada.token,
        ...(body && { body }),
      });
    expect((await mute('mute', { forMs: null })).body).toMatchObject({
      mutes: [{ userId: ben.id, until: null }],
    });
    await send(server.url, ben, ada, 'Muted');
    await untilDecided(ada, browser);
    expect(browser.pushes).toMatchObject([
      { name: 'Last', total: 1, unseen: [expect.any(String), ben.id] },
    ]);
    await mute('unmute');
    await send(server.url, ben, ada, 'Heard');
    await until(() => namesOf(browser), ['Last', 'Ben']);
    const cleo = await signUp(server.url, 'Cleo');
    await send(server.url, cleo, ada, 'Before the block');
    await call(server.url, 'PUT', `/messages/block/${cleo.id}`, { token: ada.token });
    await send(server.url, cleo, ada, 'Blocked');
    const before = browser.pushes.length;
    await untilDecided(ada, browser);
    expect(namesOf(browser).slice(before)).toEqual(['Last']);
  });

  test('is taken back when it is deleted', async () => {
    const browser = await subscribe(ada);
    const { _id } = await send(server.url, ben, ada, 'Oops');
    await until(() => browser.pushes.length, 1);
    await call(server.url, 'PUT', `/messages/delete/${_id}`, { token: ben.token });
    await until(() => browser.pushes.length, 2);
    expect(browser.pushes[1]).toMatchObject({ userId: ben.id, isDeleted: true, count: 0 });
    expect(browser.pushes[1]).not.toHaveProperty('text');
  });
});

describe('A device', () => {
  test('gets nothing from before it began, and nothing after its session has ended', async () => {
    await send(server.url, ben, ada, 'Before');
    const browser = await subscribe(ada);
    await send(server.url, ben, ada, 'After');
    await until(() => browser.pushes.map(({ text }) => text), ['After']);
    await call(server.url, 'POST', '/auth/logout', { token: ada.token });
    const other = await subscribe(ben);
    await send(server.url, ben, ada, 'Too late');
    await untilDecided(ben, other);
    expect(browser.pushes).toHaveLength(1);
  });

  test('belongs to the last account that named it', async () => {
    const browser = await subscribe(ada);
    expect((await put(ben, browser)).status).toBe(200);
    expect((await readPush(ada)).device).toBeUndefined();
    expect((await readPush(ben)).device).toMatchObject({ endpoint: browser.endpoint });
  });

  test('is told by a test that pushes arrive, or why not', async () => {
    const browser = await subscribe(ada);
    const run = () =>
      call<PushResponse>(server.url, 'POST', '/push/test', { token: ada.token }).then(
        ({ body }) => body.success && body.device,
      );
    expect(await run()).toMatchObject({ acceptedAt: expect.any(String) });
    expect(browser.pushes).toEqual([{ receiverId: ada.id, isTest: true }]);
    service.answerWith(answer(403));
    expect(await run()).toMatchObject({ failed: expect.stringContaining('refused') });
    service.answerWith(answer(410));
    expect(await run()).toBeUndefined();
  });
});

describe('A server without a secure address', () => {
  test('says why it does not push', async () => {
    const plain = await startServer();
    try {
      const { token } = await signUp(plain.url);
      const { body } = await call<PushResponse>(plain.url, 'GET', '/push', { token });
      expect(body).toEqual({ success: true, why: expect.stringContaining('PUBLIC_URL') });
    } finally {
      await plain.close();
    }
  });
});

describe('A push service', () => {
  test.for<[string, Answer]>([
    ['has a problem', answer(500)],
    ['asks for a pause', answer(429, { 'retry-after': '1' })],
    ['breaks the connection', (response) => response.destroy()],
  ])('that %s gets the push again, and the sender waits for nothing', async ([, misbehave]) => {
    const browser = await subscribe(ada);
    service.answerWith(misbehave);
    await send(server.url, ben, ada, 'One');
    await until(() => service.countCalls() > 0, true);
    await until(async () => (await readPush(ada)).device?.failed !== undefined, true);
    service.answerWith(null);
    await send(server.url, ben, ada, 'Two');
    await until(() => browser.pushes.length, 1);
    expect(browser.pushes[0]).toMatchObject({ text: 'Two', count: 2 });
    await until(async () => (await readPush(ada)).device?.failed, undefined);
  });

  test('that is slow for people with many devices delays nobody else', async () => {
    const slow = new Set<string>();
    const held: ServerResponse[] = [];
    const arrived = new Set<string>();
    service.answerWith((response, request) => {
      const path = request.url ?? '';
      if (slow.has(path)) held.push(response);
      else accept(response, request);
      arrived.add(path);
    });
    const pathOf = ({ endpoint }: Browser) => new URL(endpoint).pathname;
    const browser = await subscribe(ada);
    const cy = await signUp(server.url, 'Cy');
    for (let people = 0; people < 3; people += 1) {
      const receiver = await signUp(server.url);
      for (let devices = 0; devices < 4; devices += 1) {
        const { email, password } = receiver;
        const { body } = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
          body: { email, password },
        });
        if (!body.success) throw new Error(body.message);
        slow.add(pathOf(await subscribe({ ...receiver, token: body.token })));
      }
      for (const sender of [ben, cy]) await send(server.url, sender, receiver, 'Hello');
    }
    await until(() => held.length >= 8, true);
    await send(server.url, ben, ada, 'Hello');
    await until(() => arrived.has(pathOf(browser)), true);
    expect(held.filter(({ closed }) => closed)).toEqual([]);
  });

  test.for([404, 410])('that answers %i ends the device', async (status) => {
    await subscribe(ada);
    service.answerWith(answer(status));
    await send(server.url, ben, ada, 'Gone');
    await until(async () => (await readPush(ada)).device, undefined);
  });

  test('is not followed elsewhere, and not tried again after a refusal', async () => {
    await subscribe(ada);
    service.answerWith(answer(307, { location: `${server.url}/api/v1/push` }));
    await send(server.url, ben, ada, 'Elsewhere');
    await until(
      async () => (await readPush(ada)).device?.failed,
      expect.stringContaining('refused'),
    );
    expect(service.countCalls()).toBe(1);
  });

  test('that is not one of the known is named in the refusal', async () => {
    const strange = { ...service.subscribe(), endpoint: 'https://evil.example/x' };
    expect((await put(ada, strange)).body).toMatchObject({
      message: expect.stringContaining('evil.example'),
    });
  });

  test('whose name leads to an address that is not public gets no connection', async () => {
    for (const found of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], []]) {
      const deliver = createDeliver([service.host], {
        ...service.network,
        lookup: async () => found.map((address) => ({ address, family: 4 })),
        isPublic: isPublicAddress,
      });
      const { endpoint } = service.subscribe();
      expect(await deliver.post(endpoint, { headers: {}, body: Buffer.of() })).toEqual({
        kind: 'failed',
        failure: 'address',
      });
      deliver.close();
    }
    expect(service.countCalls()).toBe(0);
  });
});

describe('After a restart', () => {
  test('the keys are the same, and what was not decided is pushed', async () => {
    const browser = await subscribe(ada);
    const { publicKey } = await readPush(ada);
    await send(server.url, ben, ada, 'Just before the end');
    await server.stop();
    expect(browser.pushes).toEqual([]);
    server = await open(server.dataDir);
    await until(() => browser.pushes.map(({ text }) => text), ['Just before the end']);
    expect((await readPush(ada)).publicKey).toBe(publicKey);
  });
});
