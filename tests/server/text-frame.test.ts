/** Frames in one piece, read by a WebSocket client as any others. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameTexts } from '../../server/realtime/packets.ts';

/** Of so many bytes; with room for it, two of them are one character. */
const textOf = (bytes: number) => (bytes < 2 ? 'x'.repeat(bytes) : `é${'x'.repeat(bytes - 2)}`);

test('Texts of every length arrive as they were sent, each by itself', async () => {
  const texts = [1, 125, 0, 126, 65_535, 2, 65_536, 200_000].map(textOf);
  expect(await sendThroughSocket(frameTexts(texts), texts.length)).toEqual(texts);
});

/** Resolves with the first messages that the other end of a WebSocket makes of these bytes. */
async function sendThroughSocket(frames: Buffer, count: number): Promise<string[]> {
  const http = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, connection, head) => {
    sockets.handleUpgrade(request, connection, head, () => connection.write(frames));
  });
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const messages: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('message', (data) => {
      messages.push(String(data));
      if (messages.length === count) resolve();
    });
  });
  client.terminate();
  http.close();
  return messages;
}
