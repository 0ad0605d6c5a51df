/** A frame in one piece, read by a WebSocket client as any other. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameText } from '../../server/realtime/text-frame.ts';

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  'A text of %i bytes arrives as it was sent',
  async (bytes) => {
    // Of two bytes in one character, where there is room for it.
    const text = bytes < 2 ? 'x'.repeat(bytes) : `é${'x'.repeat(bytes - 2)}`;
    expect(await sendThroughSocket(frameText(text))).toBe(text);
  },
);

/** Resolves with what the other end of a WebSocket makes of these bytes. */
async function sendThroughSocket(frame: Buffer): Promise<string> {
  const http = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, connection, head) => {
    sockets.handleUpgrade(request, connection, head, () => connection.write(frame));
  });
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const [data] = await once(client, 'message');
  client.terminate();
  http.close();
  return String(data);
}
