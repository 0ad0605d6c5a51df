/**
 * The program beside which attacks are judged: it answers every request and upgrade with 429 and does nothing else. What
 * neighbours of a server notice while it is attacked is what the attack costs the machine. Forked; answers its port.
 */
import { createServer } from 'node:http';

const ANSWER = JSON.stringify({ success: false, message: 'That was too often.' });

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(429, { 'content-type': 'application/json' }).end(ANSWER);
});
server.on('upgrade', (_request, socket) => {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 429 Too Many Requests\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`);
});
server.on('clientError', (_error, socket) => socket.destroy());
server.listen(0, '127.0.0.1');

process.on('message', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('disconnect', () => process.exit());
