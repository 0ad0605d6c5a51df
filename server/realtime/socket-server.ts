/** Socket.IO on the port of the HTTP server, with the typed events of the protocol. */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server, type Socket } from 'socket.io';
import { WebSocketServer } from 'ws';
import type { UserId } from '../../src/protocol/entities.ts';
import type {
  ClientToServerEvents,
  ServerQuestions,
  ServerToClientEvents,
} from '../../src/protocol/events.ts';
import type { Origins } from '../addresses/origins.ts';
import { createMemoryLimiter, type MemoryLimiter } from '../limits/limiter.ts';
import type { Admission, Refusal } from './admission.ts';
import type { Cluster, NodeNews } from './cluster.ts';
import { controlFlow, type FlowLimits } from './flow-control.ts';

interface SocketData {
  userId: UserId;
  /** The hash of the token of the session that opened the socket; undefined if `userId` alone was enough. */
  tokenHash: string | undefined;
  /** Whether the client asked for presence changes instead of whole lists. */
  wantsPresence: boolean;
  /** People whom this client's person has blocked, or who have blocked that person. */
  blocks: ReadonlySet<UserId>;
  /** Whether the person hides presence, and so sees nobody's. */
  hidesPresence: boolean;
}

interface NodeEvents {
  news: (news: NodeNews) => void;
}

export type SocketServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  NodeEvents,
  SocketData
>;
export type ClientSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  NodeEvents,
  SocketData
>;

type AskingServer = Server<ClientToServerEvents, ServerQuestions, NodeEvents, SocketData>;

/** Time for windows to answer; one that sleeps does not. */
const ANSWER_MS = 1_000;

/** Whether some window of the person, on any node, shows the conversation, visible and with the focus. */
export async function isShownTo(
  io: SocketServer,
  userId: UserId,
  peerId: UserId,
): Promise<boolean> {
  const asking: AskingServer = io;
  const windows = asking.to(rooms.ownDevices(userId)).timeout(ANSWER_MS);
  const answers: unknown = await windows
    .emitWithAck('isShown', { userId: peerId })
    // Some windows did not answer: takes the answers that came in time.
    .catch((error: unknown) => (error instanceof Error ? Reflect.get(error, 'responses') : []));
  return Array.isArray(answers) && answers.includes(true);
}

/** Most bytes of one event from a client; none of them carries content. */
const EVENT_BYTES = 16 * 1024;

/** Time for authentication, after which a connection is closed. */
const HANDSHAKE_MS = 10_000;

/** Time for clients to close the connection before it is cut. */
const CLOSING_MS = 1_000;

export function openSocketServer(
  http: HttpServer,
  options: {
    origins: Origins;
    headers: Record<string, string>;
    admission: Admission;
    flow: FlowLimits;
    cluster: Cluster | undefined;
  },
): SocketServer {
  const { origins, headers, admission, flow, cluster } = options;
  const io: SocketServer = new Server(http, {
    transports: ['websocket', 'polling'],
    // Compression would cost 240 KiB per connection, for events of a few hundred bytes.
    perMessageDeflate: false,
    // For the same reason; an unread response would also keep that memory.
    httpCompression: false,
    maxHttpBufferSize: EVENT_BYTES,
    connectTimeout: HANDSHAKE_MS,
    serveClient: false,
    wsEngine: limitFrames(admission.punish),
    ...(origins.others && { cors: { origin: origins.others } }),
    ...(cluster && { adapter: cluster.createAdapter(isOfOnePerson) }),
  });
  /** The connections of Engine.IO, by id. Declared as its own. */
  const begun: object = Reflect.get(io.engine, 'clients');
  io.engine.use((request: EngineRequest, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const isOfEngine = /^(GET|POST)$/.test(request.method ?? '');
    // A request that names no connection may begin one. Checked here: Engine.IO refuses every upgrade with 400, even if
    // the cause is in the server.
    const { sid = '', transport } = request._query;
    if (isOfEngine && Object.hasOwn(begun, sid)) return next();
    const refusal = admission.check(request, { isPolling: transport === 'polling' });
    if (refusal) admission.refuse(request, () => refuse(request, response, refusal));
    else if (isOfEngine) admission.beginFairly(request, next);
    else {
      // Engine.IO would report a server error.
      response.setHeader('allow', 'GET, POST');
      refuse(request, response, WRONG_METHOD);
    }
  });
  io.engine.on('connection', (connection: ClientSocket['conn']) => {
    const { request } = connection;
    const giveBack = admission.takePlace(request);
    if (!giveBack) return connection.close(true);
    connection.once('close', giveBack);
    controlFlow(connection, {
      ...flow,
      address: admission.readAddress(request),
      punish: () => admission.punish(request),
    });
  });
  return io;
}

/** Frames of one WebSocket. Browsers send no pings and pongs, other clients and proxies one each few seconds. */
const FRAMES = {
  control: { units: 20, perMs: 10_000 },
  /** Far more than it takes to catch up with every conversation. */
  messages: { units: 1_000, perMs: 10_000 },
};

/**
 * The server of the WebSockets. One read may hold thousands of frames, which all are parsed, also after Engine.IO has
 * closed the connection. So each is counted before Engine.IO sees it, and a connection with too many is cut.
 */
function limitFrames(punish: (request: IncomingMessage) => void) {
  const control = createMemoryLimiter(FRAMES.control);
  const messages = createMemoryLimiter(FRAMES.messages);
  let opened = 0;
  return class extends WebSocketServer {
    override handleUpgrade(...[request, connection, head, accept]: UpgradeArguments): void {
      super.handleUpgrade(request, connection, head, (socket) => {
        opened += 1;
        const key = `${opened}`;
        const countControl = () => count(control);
        const countMessage = () => count(messages);
        const count = (limiter: MemoryLimiter) => {
          if (limiter.spend(key, 1) === 0) return;
          socket.off('ping', countControl).off('pong', countControl).off('message', countMessage);
          socket.terminate();
          punish(request);
        };
        socket.on('ping', countControl).on('pong', countControl).on('message', countMessage);
        accept(socket, request);
      });
    }
  };
}

type UpgradeArguments = Parameters<WebSocketServer['handleUpgrade']>;

const WRONG_METHOD: Refusal = {
  status: '405 Method Not Allowed',
  message: 'Connect by GET and POST.',
};

/** With the query as Engine.IO has parsed it, and will act on it. */
type EngineRequest = IncomingMessage & { _query: Partial<Record<string, string>> };

function refuse(
  request: EngineRequest,
  response: ServerResponse,
  { status, message }: Refusal,
): void {
  const body = JSON.stringify({ success: false, message });
  // Set by Node, which decides what is an upgrade.
  if (!('upgrade' in request) || request.upgrade !== true) {
    response.writeHead(Number.parseInt(status, 10), { 'content-type': 'application/json' });
    response.end(body);
    return;
  }
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  request.socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Room names, by the members. */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  /** The person's windows that get events about the person's other windows. */
  ownDevices: (userId: string) => `own-devices:${userId}`,
  session: (tokenHash: string) => `session:${tokenHash}`,
  /** Clients that get whole presence lists, as in the contract, and clients that get only the changes. */
  wholeLists: 'presence:lists',
  presenceChanges: 'presence:changes',
} as const;

/** Connected windows of one person on this node, without those still in the handshake. */
export function countConnected(io: SocketServer, userId: UserId): number {
  const { adapter, sockets } = io.of('/');
  const ids = [...(adapter.rooms.get(rooms.user(userId)) ?? [])];
  return ids.filter((id) => sockets.has(id)).length;
}

/** Rooms to which other nodes emit; events for the other rooms are sent by each node itself. */
function isOfOnePerson(room: string): boolean {
  return room.startsWith(rooms.user('')) || room.startsWith(rooms.ownDevices(''));
}

/**
 * Closes the TCP connections: clients see a network failure and reconnect when the server is back. Connections that are
 * still open after a second are cut. Resolves when all are closed. Calls are still served meanwhile, so the pause of a
 * restart does not grow with the number of connections.
 */
export function createSocketCloser(http: HttpServer, io: SocketServer): () => Promise<void> {
  const upgraded = new Set<Duplex>();
  http.on('upgrade', (_request, connection) => {
    upgraded.add(connection);
    connection.once('close', () => upgraded.delete(connection));
  });
  return async () => {
    const closed = [...upgraded].map(
      (connection) => new Promise((resolve) => connection.once('close', resolve)),
    );
    io.engine.close();
    setTimeout(() => {
      for (const connection of upgraded) connection.destroy();
    }, CLOSING_MS).unref();
    await Promise.all(closed);
  };
}
