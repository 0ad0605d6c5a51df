/** What is nearly a WebSocket, Engine.IO or Socket.IO: cut or ignored, and everybody else is served. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
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
  ['an unknown packet of Engine.IO', '9'],
  ['a second opening', '0{"sid":"x"}'],
  ['an upgrade', '5'],
  ['an unknown packet of Socket.IO', '49'],
  ['an event that is no JSON', '42["typing",'],
  ['an event without a name', '42[]'],
  ['an event named by an object', '42[{"toString":1}]'],
  ['an event named __proto__', '42["__proto__",{}]'],
  ['the reserved event disconnect', '42["disconnect"]'],
  ['an acknowledgement nobody waits for', '431[1]'],
  ['a wish for an acknowledgement', '421["typing",{"userId":"x"}]'],
  ['a binary event without its binary', '451-["typing",{"_placeholder":true,"num":0}]'],
  ['a binary event with too many', '4599999999-["typing",{"_placeholder":true,"num":0}]'],
  ['an unannounced binary', Buffer.from('binary')],
  ['another namespace', '40/admin,{}'],
  ['a namespace named __proto__', '40/__proto__,{}'],
  ['an event in another namespace', '42/admin,["typing",{}]'],
  ['leaving', '41'],
  ['nested lists', `42["typing",${'['.repeat(5_000)}${']'.repeat(5_000)}]`],
  ['more than is read', `42["typing","${'x'.repeat(100_000)}"]`],
];

describe('A socket that sends', () => {
  test.each(PACKETS)('%s is cut or ignored, signed in or not', async (_what, packet) => {
    const wires = [await openWire(), await enterWire()] as const;
    for (const wire of wires) {
      wire.socket.send(packet);
      await settle(wire);
    }
    expect(wires[0].heard.join()).not.toContain('hello');
    for (const { socket } of wires) socket.terminate();
  });

  test('a hundred openings at once gets no second seat', async () => {
    const wire = await enterWire();
    const opening = `40${JSON.stringify({ token: world.mallory.token })}`;
    for (let number = 0; number < 100; number += 1) wire.socket.send(opening);
    await settle(wire);
    expect(wire.heard.filter((packet) => packet.startsWith('42["hello"'))).toHaveLength(1);
    wire.socket.terminate();
  });
});

/** A request of the socket's path, as it stands on the wire. */
function ask(method: string, query: string, headers: string[] = ['Connection: close']): string {
  const start = `${method} /socket.io/?EIO=4&userId=${world.mallory.id}&${query} HTTP/1.1`;
  const connection = headers.some((each) => each.startsWith('Upgrade'))
    ? ['Connection: Upgrade, close']
    : [];
  return [start, 'Host: x', ...connection, ...headers, '', ''].join('\r\n');
}

test.each([
  ['GET', 'transport=polling&sid=nobody'],
  ['GET', 'transport=carrier-pigeon'],
  ['GET', 'transport=__proto__'],
  ['GET', 'transport=polling&sid=__proto__'],
  ['POST', 'transport=polling'],
  ['DELETE', ''],
  ['GET', 'transport=websocket', ['Upgrade: h2c']],
  // Without a key.
  ['GET', 'transport=websocket', ['Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
])('%s %s %j is refused', async (method, query, headers?: string[]) => {
  const answer = await sendRaw(world.server.url, ask(method, query, headers));
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
});
