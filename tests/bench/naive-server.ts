/**
 * The rival: this contract as the usual tutorial serves it. Express, a JSON Web Token checked and the
 * person loaded on every request, bcrypt, one insert per send on the main thread, and the full online
 * list to everybody at each connect and disconnect.
 * PORT and DATABASE (a file) come from the environment; loopback only.
 */
import { createServer } from 'node:http';
import bcrypt from 'bcryptjs';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Server } from 'socket.io';
import { API_PREFIX, TOKEN_HEADER } from '../../src/protocol/http.ts';
import { openNaiveStore } from './naive-store.ts';
import { readToken, signToken } from './naive-token.ts';

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
const auth = express.Router();
const messages = express.Router();
app.use(`${API_PREFIX}/auth`, auth);
app.use(`${API_PREFIX}/messages`, messages);

auth.post('/signup', async (request, response) => {
  const { fullName, email, password, bio } = request.body;
  if (!fullName || !email || !password || !bio) return refuse(response, 'Missing details');
  if (store.findUserByEmail(email)) return refuse(response, 'Account already exists');
  const hash = await bcrypt.hash(password, 10);
  const id = store.addUser({ fullName, email, password: hash, bio });
  response.json({
    success: true,
    userData: describeUser(store.findUser(id)),
    token: signToken(id),
    message: 'Account created successfully',
  });
});

auth.post('/login', async (request, response) => {
  const user = store.findUserByEmail(request.body.email);
  const isRight = user && (await bcrypt.compare(request.body.password, String(user.password)));
  if (!isRight) return refuse(response, 'Invalid credentials');
  response.json({
    success: true,
    userData: describeUser(user),
    token: signToken(String(user._id)),
    message: 'Login successful',
  });
});

auth.get('/check', requireUser, (_request, response) => {
  response.json({ success: true, user: describeUser(response.locals.user) });
});

auth.put('/update-profile', requireUser, (request, response) => {
  const { fullName, bio, profilePic } = request.body;
  const id = String(response.locals.user._id);
  store.changeUser(id, fullName, bio, profilePic ?? null);
  response.json({ success: true, user: describeUser(store.findUser(id)) });
});

messages.use(requireUser);
messages.get('/users', (_request, response) => {
  response.json({ success: true, ...store.listUsers(response.locals.user._id) });
});
messages.put('/mark/:id', (request, response) => {
  store.markSeen(request.params.id);
  response.json({ success: true });
});
messages.get('/:id', (request, response) => {
  const list = store.openConversation(response.locals.user._id, request.params.id);
  response.json({ success: true, messages: list });
});
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
  else refuse(response, 'Not signed in');
}

function refuse(response: Response, message: string): void {
  response.json({ success: false, message });
}

function describeUser(user: Record<string, unknown> | undefined) {
  return { ...user, password: undefined };
}

server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
