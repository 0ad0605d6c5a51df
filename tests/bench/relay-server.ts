/**
 * The floor: what Socket.IO costs when nothing else is done. `send { to, text }` from one socket becomes
 * `newMessage` at the sockets of `to`; nothing is stored, checked or acknowledged, and there is no HTTP.
 * PORT comes from the environment; loopback only.
 */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer();
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
