/**
 * The rival: the calls of this contract that are measured, as the usual tutorial serves them. Express, a JSON Web Token
 * checked and the person loaded on every request, one insert per send on the main thread, and the full online list to
 * everybody at each connect and disconnect.
 * PORT and DATABASE (a file) come from the environment; loopback only.
 */
import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Server } from 'socket.io';
import { API_PREFIX, TOKEN_HEADER } from '../../src/protocol/http.ts';
import { openNaiveStore } from './naive-store.ts';
import { readToken } from './naive-token.ts';

const store = openNaiveStore(process.env.DATABASE ?? ':memory:');
const app = express();
const server = createServer(app);
const io = new Server(server);
const socketIds: Record<string, string> = {};

io.on('connection', (socket) => {
  const userId = String(socket.handshake.query.userId);
  socketIds[userId] = socket.id;
  io.emit('getOnlineUsers', Object.keys(socketIds));
  socket.on('disconnect', () => {
    delete socketIds[userId];
    io.emit('getOnlineUsers', Object.keys(socketIds));
  });
});

app.use(express.json({ limit: '12mb' }));
const messages = express.Router();
app.use(`${API_PREFIX}/messages`, messages);

messages.use(requireUser);
messages.post('/send/:id', (request, response) => {
  const { text = null, image = null } = request.body;
  const receiverId = request.params.id;
  const newMessage = store.addMessage(response.locals.user._id, receiverId, { text, image });
  const socketId = socketIds[receiverId];
  if (socketId) io.to(socketId).emit('newMessage', newMessage);
  response.json({ success: true, newMessage });
});

function requireUser(request: Request, response: Response, next: NextFunction): void {
  const userId = readToken(request.header(TOKEN_HEADER));
  const user = userId && store.findUser(userId);
  response.locals.user = user;
  if (user) next();
  else response.json({ success: false, message: 'Not signed in' });
}

server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
