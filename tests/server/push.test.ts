/** Web Push: what is pushed to whom, and what happens when a push service does not behave. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPublicAddress } from '../../server/addresses/public-address.ts';
import { createDeliver } from '../../server/push/deliver.ts';
import type { MutesResponse, PushResponse } from '../../src/protocol/http.ts';
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
import { askFor, call, logIn, type Member, send, signUp } from './support/calls.ts';
import { createManualTimers } from './support/manual-timers.ts';
import { join } from './support/sockets.ts';

let service: PushService;
let server: TestServer;
let ada: Member;
let ben: Member;
let cleo: Member;
/** Of pushes: it passes only while the test waits for something. */
let time: { now: number };
let timers: ReturnType<typeof createManualTimers>;

beforeEach(async () => {
  time = { now: 0 };
  timers = createManualTimers(time);
  service = await startPushService();
  server = await open();
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
  cleo = await signUp(server.url, 'Cleo');
});
afterEach(async () => {
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

const readPush = ({ token }: Member) => askFor<PushResponse>(server.url, 'GET', '/push', { token });

/** Somebody else's message that is pushed after everything before it. */
async function untilDecided(receiver: Member, browser: Browser): Promise<void> {
  const last = await signUp(server.url, 'Last');
  const { _id } = await send(server.url, last, receiver, 'Behind');
  await until(() => browser.pushes.some(({ messageId }) => messageId === _id), true);
}
const namesOf = (browser: Browser) => browser.pushes.map(({ name }) => name);
const ask = ({ token }: Member, method: string, path: string, body?: object) =>
  call<PushResponse & MutesResponse>(server.url, method, path, { token, ...(body && { body }) });
const failureOf = async (member: Member) => (await readPush(member)).device?.failed;

test('A message that nobody sees is pushed once, encrypted for the browser and signed, and taken back when it is deleted', async () => {
  await send(server.url, cleo, ada, 'Before the device');
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
    total: 2,
    unseen: [ben.id, cleo.id],
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
  await ask(ben, 'PUT', `/messages/delete/${_id}`);
  await until(() => browser.pushes.length, 3);
  expect(browser.pushes[2]).toMatchObject({ userId: ben.id, isDeleted: true, count: 0 });
  expect(browser.pushes[2]).not.toHaveProperty('text');
});

test('A message is not pushed when it was seen within two seconds, or a window shows its conversation', async () => {
  const browser = await subscribe(ada);
  const { _id } = await send(server.url, cleo, ada, 'Seen');
  await ask(ada, 'PUT', `/messages/mark/${_id}`);
  for (const shownId of [ben.id, undefined]) {
    const window = await join(server.url, ada, { wants: ['ownDevices'] });
    window.socket.on(
      'isShown',
      ({ userId }: { userId: string }, tell: (shown: boolean) => void) => {
        // A window that sleeps answers nothing.
        if (shownId !== undefined) tell(userId === shownId);
      },
    );
  }
  await send(server.url, ben, ada, 'Shown');
  await untilDecided(ada, browser);
  expect(namesOf(browser)).toEqual(['Last']);
});

test('A push says what the person wants on this device, and waits for those around it', async () => {
  const browser = await subscribe(ada, { detail: 'name' });
  await send(server.url, ben, ada, 'Secret');
  await until(() => browser.pushes.length, 1);
  expect(browser.pushes[0]).toMatchObject({ name: 'Ben' });
  expect(JSON.stringify(browser.pushes)).not.toContain('Secret');

  const pushedAt = time.now;
  await put(ada, browser, { detail: 'nothing' });
  for (const text of ['Two', 'Three']) await send(server.url, ben, ada, text);
  await until(() => browser.pushes.length, 2);
  expect(time.now - pushedAt).toBeGreaterThan(4_000);
  expect(browser.pushes[1]).not.toHaveProperty('name');
  expect(browser.pushes[1]).toMatchObject({ userId: ben.id, count: 3 });
});

test('Nothing is pushed in the quiet hours of the device, nor from somebody who is muted or blocked', async () => {
  const zone = 'Asia/Tokyo';
  const minute = (Math.floor(Date.now() / 60_000) + 9 * 60) % 1440;
  const quiet = { from: (minute + 1430) % 1440, to: (minute + 60) % 1440 };
  const browser = await subscribe(ada, { quiet, zone });
  await send(server.url, ben, ada, 'At night');
  const other = await subscribe(ben);
  await send(server.url, ada, ben, 'Behind');
  await until(() => other.pushes.length, 1);
  expect(browser.pushes).toEqual([]);
  const { publicKey } = await readPush(ada);
  await server.stop();
  server = await open(server.dataDir);
  expect((await readPush(ada)).publicKey).toBe(publicKey);
  await put(ada, browser);
  const muted = await ask(ada, 'PUT', `/messages/mute/${ben.id}`, { forMs: null });
  expect(muted.body).toMatchObject({ mutes: [{ userId: ben.id, until: null }] });
  await ask(ada, 'PUT', `/messages/block/${cleo.id}`);
  for (const sender of [ben, cleo]) await send(server.url, sender, ada, 'Muted or blocked');
  await untilDecided(ada, browser);
  await ask(ada, 'PUT', `/messages/unmute/${ben.id}`);
  await send(server.url, ben, ada, 'By day');
  await until(() => namesOf(browser), ['Last', 'Ben']);
  expect(browser.pushes[1]).toMatchObject({ text: 'By day', count: 3 });
});

test('A device belongs to the last account that named it, and gets nothing after its session has ended', async () => {
  const browser = await subscribe(ben);
  expect((await put(ada, browser)).status).toBe(200);
  expect((await readPush(ben)).device).toBeUndefined();
  expect((await readPush(ada)).device).toMatchObject({ endpoint: browser.endpoint });
  await ask(ada, 'POST', '/auth/logout');
  const other = await subscribe(ben);
  await send(server.url, ben, ada, 'Too late');
  await untilDecided(ben, other);
  expect(browser.pushes).toEqual([]);
});

test('A device is told by a test that pushes arrive, or why not; a server without a secure address says why', async () => {
  const browser = await subscribe(ada);
  const run = async () => {
    const { body } = await ask(ada, 'POST', '/push/test');
    return body.success && body.device;
  };
  expect(await run()).toMatchObject({ acceptedAt: expect.any(String) });
  expect(browser.pushes).toEqual([{ receiverId: ada.id, isTest: true }]);
  service.answerWith(answer(403));
  expect(await run()).toMatchObject({ failed: expect.stringContaining('refused') });
  service.answerWith(answer(410));
  expect(await run()).toBeUndefined();

  const plain = await startServer();
  const { token } = await signUp(plain.url);
  const { body } = await call(plain.url, 'GET', '/push', { token });
  expect(body).toEqual({ success: true, why: expect.stringContaining('PUBLIC_URL') });
  await plain.close();
});

test.for<[string, Answer]>([
  ['has a problem', answer(500)],
  ['asks for a pause', answer(429, { 'retry-after': '1' })],
  ['breaks the connection', (response) => response.destroy()],
])(
  'A push service that %s gets the push again, and the sender waits for nothing',
  async ([, misbehave]) => {
    const browser = await subscribe(ada);
    service.answerWith(misbehave);
    await send(server.url, ben, ada, 'One');
    await until(() => failureOf(ada), expect.any(String));
    service.answerWith(null);
    await send(server.url, ben, ada, 'Two');
    await until(() => browser.pushes.length, 1);
    expect(browser.pushes[0]).toMatchObject({ text: 'Two', count: 2 });
    await until(() => failureOf(ada), undefined);
  },
);

test('A push service that is slow for people with many devices delays nobody else', async () => {
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
  for (let people = 0; people < 3; people += 1) {
    const receiver = await signUp(server.url);
    for (let devices = 0; devices < 4; devices += 1) {
      slow.add(pathOf(await subscribe(await logIn(server.url, receiver))));
    }
    for (const sender of [ben, cleo]) await send(server.url, sender, receiver, 'Hello');
  }
  await until(() => held.length >= 8, true);
  await send(server.url, ben, ada, 'Hello');
  await until(() => arrived.has(pathOf(browser)), true);
  expect(held.filter(({ closed }) => closed)).toEqual([]);
});

test('A push service is not followed elsewhere nor tried again after a refusal, and its word ends the device', async () => {
  await subscribe(ada);
  service.answerWith(answer(307, { location: `${server.url}/api/v1/push` }));
  await send(server.url, ben, ada, 'Elsewhere');
  await until(() => failureOf(ada), expect.stringContaining('refused'));
  expect(service.countCalls()).toBe(1);
  for (const [member, status] of [
    [ada, 404],
    [ben, 410],
  ] as const) {
    await subscribe(member);
    service.answerWith(answer(status));
    await send(server.url, cleo, member, 'Gone');
    await until(async () => (await readPush(member)).device, undefined);
  }
});

test('A push service that is not one of the known is named in the refusal; one at an address that is not public gets no connection', async () => {
  const strange = { ...service.subscribe(), endpoint: 'https://evil.example/x' };
  const message = expect.stringContaining('evil.example');
  expect((await put(ada, strange)).body).toMatchObject({ message });
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
