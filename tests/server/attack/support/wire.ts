/**
 * Talk over raw connections from a seed: HTTP, chunks, upgrades, frames, packets of Engine.IO and Socket.IO, in any
 * order, with resets and half closes.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';

const CHUNK = fc.constantFrom(
  '5\r\nhello\r\n',
  '1\r\nx\r\n'.repeat(2_000),
  '0\r\n\r\n',
  'zz\r\n',
  '5\r\nhel',
  '{}',
);

/** Stands for the token of a session. */
const TOKEN = '<token>';

const SOCKETS = '/socket.io/?EIO=4&transport=';
const REQUEST = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'CONNECT', 'X'),
    path: fc.constantFrom(
      '/',
      '/static/big.0123abcd.js',
      '/api/v1/auth/check',
      '/api/v1/auth/login',
      '/api/v1/messages/send/x',
      '/api/v1/messages/users',
      '/api/v1/auth/update-profile',
      '/login?invite=x&invite=y',
      `${SOCKETS}polling`,
      `${SOCKETS}polling&sid=`,
      `${SOCKETS}polling&sid=nobody`,
      `${SOCKETS}websocket`,
      '/%zz',
      '*',
    ),
    headers: fc.subarray([
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      'Content-Type: application/json',
      'Expect: 100-continue',
      'Connection: close',
      'Range: bytes=0-70000',
      'token: x',
      `token: ${TOKEN}`,
      'Cookie: duet-socket=x; duet-browser=x; duet-socket=',
      'X-Forwarded-For: ::1%x, 1.2.3.4:5',
    ]),
  })
  .map(({ method, path, headers }) =>
    [`${method} ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'),
  );

const UPGRADE = fc.constant(
  [
    `GET ${SOCKETS}websocket HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
    '',
    '',
  ].join('\r\n'),
);

/** Masked by zeros, so that the content is what is sent. */
const FRAME = fc
  .record({
    first: fc.constantFrom(0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a, 0xc1, 0x83),
    mask: fc.constantFrom(0x80, 0x80, 0x80, 0),
    content: fc.constantFrom(
      '',
      '2',
      '3',
      '5',
      '2probe',
      '40',
      '40{"token":"x"}',
      '41',
      '42["typing",{}]',
      '451-["x",{"_placeholder":true,"num":0}]',
      'x'.repeat(125),
    ),
    times: fc.constantFrom(1, 1, 1, 500),
  })
  .map(({ first, mask, content, times }) => {
    const head = Buffer.from([first, mask + content.length, ...(mask > 0 ? [0, 0, 0, 0] : [])]);
    const frame = Buffer.concat([head, Buffer.from(content, 'latin1')]);
    return Buffer.concat(Array.from({ length: times }, () => frame)).toString('latin1');
  });

const STEP = fc.oneof(
  { weight: 4, arbitrary: REQUEST },
  { weight: 2, arbitrary: UPGRADE },
  { weight: 3, arbitrary: FRAME },
  { weight: 2, arbitrary: CHUNK },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('pause', 'wait', 'half') },
);

/** What connections do that are open at the same time. */
export const conversations = fc.array(
  fc.record({
    steps: fc.array(STEP, { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom('reset', 'end', 'destroy'),
    isReading: fc.boolean(),
  }),
  { minLength: 8, maxLength: 8 },
);

interface Wire {
  steps: string[];
  end: string;
  isReading: boolean;
}

/** Returns the statuses that were answered. */
export async function converse(
  { url, token }: { url: string; token: string },
  { steps, end, isReading }: Wire,
): Promise<string[]> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  let received = '';
  if (isReading) socket.setEncoding('latin1').on('data', (part) => (received += part));
  for (const step of steps) await take(socket, step.replaceAll(TOKEN, token));
  // After its own end, Node would keep the descriptor of a reset connection.
  if (end === 'reset' && socket.writable) socket.resetAndDestroy();
  else if (end === 'end') socket.end();
  await sleep(2);
  socket.destroy();
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
}

async function take(socket: Socket, step: string): Promise<void> {
  if (step === 'pause') socket.pause();
  else if (step === 'wait') await sleep(3);
  else if (step === 'half') socket.end();
  else if (socket.writable) socket.write(step, 'latin1');
}
