/**
 * Two floors. What Socket.IO costs when nothing else is done: `send { to, text }` from one socket becomes `newMessage` at
 * the sockets of `to`. And the floor of the contract: each send is one HTTP request that is answered and told to the
 * receiver, as Node and Socket.IO do it by themselves. Nothing is stored or checked, and whoever comes is believed.
 * PORT comes from the environment; loopback only.
 */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const SOME_ID = 'f'.repeat(24);

const server = createServer((request, response) => {
  const receiverId = request.url?.split('/').at(-1) ?? '';
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const createdAt = new Date().toISOString();
    const ids = { _id: SOME_ID, senderId: SOME_ID, receiverId };
    const newMessage = { ...ids, ...JSON.parse(body), seen: false, createdAt };
    io.to(receiverId).emit('newMessage', newMessage);
    const answer = JSON.stringify({ success: true, newMessage });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
const io = new Server(server, { transports: ['websocket'] });

io.on('connection', (socket) => {
  const userId = String(socket.handshake.query.userId);
  socket.join(userId);
  socket.on('send', ({ to, text }: { to: string; text: string }) => {
    io.to(to).emit('newMessage', { senderId: userId, text });
  });
});

server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
