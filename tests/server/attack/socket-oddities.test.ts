/** What is nearly a WebSocket, Engine.IO or Socket.IO: cut or ignored, and everybody else is served. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { askAnything } from './support/ask.ts';
import { sendRaw } from './support/raw.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
let before: unknown;
beforeAll(async () => {
  world = await createWorld();
  before = await world.read();
});
afterEach(async () => {
  expect(await world.read()).toEqual(before);
  expect(world.server.readLog()).toBe('');
});
afterAll(() => world.close());

const address = () =>
  `${world.server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&userId=${world.mallory.id}`;

interface Wire {
  socket: WebSocket;
  heard: string[];
  closed: Promise<unknown>;
}

/** A WebSocket of our own, past the greeting of Engine.IO. */
async function openWire(): Promise<Wire> {
  const socket = new WebSocket(address());
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'message');
  return { socket, heard, closed };
}

/** One that Mallory has signed in on. */
async function enterWire(): Promise<Wire> {
  const wire = await openWire();
  wire.socket.send(`40${JSON.stringify({ token: world.mallory.token })}`);
  while (!wire.heard.some((packet) => packet.startsWith('42["hello"'))) {
    await once(wire.socket, 'message');
  }
  return wire;
}

/** Whatever was sent before is dealt with: the connection was cut, or answers for a second namespace. */
async function settle({ socket, heard, closed }: Wire): Promise<void> {
  const told = heard.length;
  socket.send('40/settled,{}');
  while (
    socket.readyState === WebSocket.OPEN &&
    !heard.slice(told).some((each) => each.startsWith('44/settled'))
  ) {
    await Promise.race([closed, once(socket, 'message')]);
  }
}

const PACKETS: Array<[string, string | Buffer]> = [
  ['nothing', ''],
  ['an unknown packet of Engine.IO', '9'],
  ['words', 'hello'],
  ['a second opening', '0{"sid":"x"}'],
  ['an upgrade', '5'],
  ['a ping', '2'],
  ['a pong with text', '3probe'],
  ['an empty packet of Socket.IO', '4'],
  ['an unknown packet of Socket.IO', '49'],
  ['an event without payload', '42'],
  ['an event that is no JSON', '42["typing",'],
  ['an event that is no list', '42{"typing":1}'],
  ['an event without a name', '42[]'],
  ['an event named by a number', '42[1,{}]'],
  ['an event named by an object', '42[{"toString":1}]'],
  ['an event named __proto__', '42["__proto__",{}]'],
  ['the reserved event disconnect', '42["disconnect"]'],
  ['the reserved event newListener', '42["newListener","x"]'],
  ['an acknowledgement nobody waits for', '431[1]'],
  ['an acknowledgement of nonsense', '43__proto__[1]'],
  ['a wish for an acknowledgement', '421["typing",{"userId":"x"}]'],
  ['a huge number of an acknowledgement', `42${'9'.repeat(50)}["typing"]`],
  ['a binary event without its binary', '451-["typing",{"_placeholder":true,"num":0}]'],
  ['a binary event with too many', '4599999999-["typing",{"_placeholder":true,"num":0}]'],
  ['a placeholder out of range', '451-["typing",{"_placeholder":true,"num":7}]'],
  ['an unannounced binary', Buffer.from('binary')],
  ['an empty binary', Buffer.alloc(0)],
  ['a refusal', '44{"message":"x"}'],
  ['another namespace', '40/admin,{}'],
  ['a namespace with a query', '40/?a=b,{}'],
  ['a namespace named __proto__', '40/__proto__,{}'],
  ['an event in another namespace', '42/admin,["typing",{}]'],
  ['the namespace twice', '40{"token":"x"}'],
  ['leaving', '41'],
  ['nested lists', `42["typing",${'['.repeat(5_000)}${']'.repeat(5_000)}]`],
  ['more than is read', `42["typing","${'x'.repeat(100_000)}"]`],
];

describe('A socket that sends', () => {
  test.each(PACKETS)('%s before it signs in is cut or ignored', async (_what, packet) => {
    const wire = await openWire();
    wire.socket.send(packet);
    await settle(wire);
    expect(wire.heard.join()).not.toContain('hello');
    wire.socket.terminate();
  });

  test.each(PACKETS)('%s after it signed in is cut or ignored', async (_what, packet) => {
    const wire = await enterWire();
    wire.socket.send(packet);
    await settle(wire);
    wire.socket.terminate();
  });

  test.each([
    ['before it signs in', openWire],
    ['after it signed in', enterWire],
  ])('a hundred openings at once %s gets no second seat', async (_when, begin) => {
    const wire = await begin();
    for (let number = 0; number < 100; number += 1) {
      wire.socket.send(`40${JSON.stringify({ token: world.mallory.token })}`);
    }
    await settle(wire);
    const seats = wire.heard.filter((packet) => packet.startsWith('42["hello"'));
    expect(seats.length).toBeLessThanOrEqual(1);
    wire.socket.terminate();
  });
});

/** Frames below the library: FIN and opcode, mask and length, as the bytes stand on the wire. */
const FRAMES: Array<[string, string]> = [
  ['no mask', '810568656c6c6f'],
  ['an unknown opcode', '83800000000000'],
  ['reserved bits', 'f1800000000000'],
  ['a length of four exabytes', '81ff7fffffffffffffff00000000'],
  ['a length above the limit', '81ff000000000100000000000000'],
  ['bytes that are no UTF-8', '818200000000c328'],
  ['a continuation of nothing', '80800000000000'],
  ['a fragmented ping', '09800000000000'],
  ['a ping that is too long', '89fe007e00000000'],
  ['a close with half a code', '8881000000000f'],
  ['a close with a code that is none', '8882000000000000'],
];

test.each(FRAMES)('A frame with %s ends the connection', async (_what, hex) => {
  const upgrade = [
    `GET ${address().replace(/^ws:\/\/[^/]+/, '')} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(upgrade), Buffer.from(hex, 'hex')]);
  expect(await sendRaw(world.server.url, bytes)).toContain('101 Switching Protocols');
});

test.each([
  ['without a key', ['Sec-WebSocket-Version: 13']],
  [
    'of an old version',
    ['Sec-WebSocket-Version: 7', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  ],
  ['with a key that is none', ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x']],
])('An upgrade %s is refused', async (_what, headers) => {
  const path = address().replace(/^ws:\/\/[^/]+/, '');
  const start = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
  const answer = await sendRaw(world.server.url, [...start, ...headers, '', ''].join('\r\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('An upgrade to anything else, or anywhere else, is answered as if it were none', async () => {
  const upgrade = (path: string, to: string) =>
    sendRaw(
      world.server.url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${to}\r\n\r\n`,
    );
  expect(await upgrade('/api/v1/elsewhere', 'websocket')).toMatch(/^HTTP\/1\.1 404 /);
  expect(await upgrade('/socket.io/?EIO=4&transport=websocket', 'h2c')).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['GET', '?EIO=4&transport=polling&sid=nobody'],
  ['GET', '?EIO=9&transport=polling'],
  ['GET', '?EIO=4&transport=carrier-pigeon'],
  ['GET', '?EIO=4&transport=__proto__'],
  ['GET', '?EIO=4&transport=polling&sid=__proto__'],
  ['GET', '?EIO=4&transport=polling&j=<script>'],
  ['POST', '?EIO=4&transport=polling'],
  ['POST', '?EIO=4&transport=polling&sid=nobody'],
  ['PUT', '?EIO=4&transport=polling'],
  ['DELETE', ''],
])('%s %s of the polling transport is answered', async (method, query) => {
  const ask = { method, path: `/socket.io/${query}`, body: method === 'POST' ? '40' : undefined };
  const { body, ...bare } = ask;
  const told = await askAnything(world.server.url, body === undefined ? bare : { ...bare, body });
  expect(told.status).toBeLessThan(500);
  expect(told.text).not.toContain('<script>');
});

test('Polling with a body beyond the limit, or one of nonsense, is refused', async () => {
  const { url } = world.server;
  const path = `/socket.io/?EIO=4&transport=polling&userId=${world.mallory.id}`;
  for (const body of ['x'.repeat(100_000), '40\u001e\u001e9\u001eb$$$', 'b'.repeat(10_000)]) {
    const opened = await askAnything(url, { method: 'GET', path });
    const { sid }: { sid: string } = JSON.parse(opened.text.slice(1));
    const told = await askAnything(url, { method: 'POST', path: `${path}&sid=${sid}`, body }).catch(
      // Cut while it was still talking.
      () => undefined,
    );
    expect(told?.status ?? 400).toBeLessThan(500);
  }
});

test.each(['PUT', 'DELETE', 'OPTIONS'])('Polling by %s is refused', async (method) => {
  const address = `${world.server.url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(address)).text();
  const [, sid] = /"sid":"([^"]+)"/.exec(opened) ?? [];
  const answer = await fetch(`${address}&sid=${sid}`, { method });
  expect(answer.status).toBe(405);
  expect(await answer.json()).toEqual({ success: false, message: 'Connect by GET and POST.' });
});
