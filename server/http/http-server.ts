/**
 * The HTTP server without routes: limits for every request (sizes, times, connections) and common parts of every answer
 * (headers, error format, log line).
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ClientAddresses } from '../addresses/client-address.ts';
import type { Config } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { type CountWarning, createLogOptions } from '../log/log-options.ts';
import { createLostConnections, type LostConnections } from '../log/lost-connections.ts';
import { cutWhenStalled } from '../memory/stalled.ts';
import type { Watch } from '../memory/watch.ts';
import { takeBodies } from './bodies.ts';
import { answerClientErrors, answerExpectations } from './client-errors.ts';
import { limitConnections, limitRequests } from './connection-limits.ts';
import { answerError } from './error-handler.ts';
import { type Exchanges, followExchanges, isUnanswered } from './exchanges.ts';
import { acceptJsonOnly, BODY_BYTES } from './json-body.ts';
import { noticeUntrustedProxies } from './proxy-notice.ts';
import { RequestLog, warnOfSlowCalls } from './request-log.ts';
import { addBasicHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address. Fastify's own `ip` is the proxy's. */
    address: string;
  }
}

/** For a whole request: the largest picture over a slow connection. */
const REQUEST_MS = 5 * 60 * 1000;

/** For the headers of a request; no honest client sends them slowly. */
const HEADERS_MS = 20_000;

export interface HttpTiming {
  /** How long a connection may be idle in both directions; polling clients get data far sooner. */
  idleMs: number;
  /** How long a large body or answer waits for memory. */
  waitMs?: number;
}

export function createHttpServer(options: {
  config: Config;
  timing: HttpTiming;
  addresses: ClientAddresses;
  watch: Watch;
  /** Headers of every answer. */
  headers: Record<string, string>;
  logStream: { write(line: string): void };
  countWarning?: CountWarning;
}): { app: FastifyInstance; exchanges: Exchanges; lost: LostConnections } {
  const { config, timing, addresses, watch, headers, logStream, countWarning } = options;
  const { logger, summarise } = createLogOptions(config.LOG_LEVEL, logStream, countWarning);
  const app = Fastify({
    logger,
    logController: new RequestLog(),
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    // Requests that arrive during the stop are served like the others in progress.
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: timing.idleMs,
    http: {
      shouldUpgradeCallback: (request) =>
        asksForWebSocket(request) && !isUnanswered(exchanges.get(request.socket)),
      requireHostHeader: false,
    },
    // These errors occur before any hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    clientErrorHandler: answerClientErrors(headers, () => exchanges),
  });
  summarise(app.log, watch);
  app.decorateRequest('address', '');
  // Read at once: the connection may be gone when the answer is logged.
  app.addHook('onRequest', (request, _reply, done) => {
    request.address = addresses.read(request.raw);
    done();
  });
  app.server.maxConnections = config.MAX_CONNECTIONS;
  app.server.headersTimeout = HEADERS_MS;
  answerExpectations(app.server, headers);
  const lost = createLostConnections(app.log);
  app.server.on('drop', (connection) =>
    lost.tell('server full', { address: connection?.remoteAddress }),
  );
  if (config.RATE_LIMITS) {
    limitConnections(app.server, addresses, config.CONNECTIONS_PER_ADDRESS, lost);
  }
  surviveResets(app.server);
  cutStalledConnections(app, watch, lost);
  app.setErrorHandler(answerError);
  acceptJsonOnly(app);
  closeStreams(app);
  const exchanges = followExchanges(app);
  takeBodies(app, exchanges, watch);
  warnOfSlowCalls(app, watch.now);
  if (config.RATE_LIMITS && config.TRUSTED_PROXIES.length > 0) {
    limitRequests(app, config.CONNECTIONS_PER_ADDRESS);
  }
  addBasicHeaders(app, headers);
  noticeUntrustedProxies(app, addresses);
  requireHost(app);
  return { app, exchanges, lost };
}

/**
 * A connection may be reset at any moment. Node handles its errors only until an upgrade, and the WebSocket only from
 * its handshake on; nobody would handle one in between, which ends the process.
 */
function surviveResets(server: FastifyInstance['server']): void {
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.on('upgrade', (_request, stream) => stream.on('error', () => {}));
}

/** A stream has open files: it is closed with its answer, also if the client has left or the answer has failed. */
function closeStreams(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable) {
      // Until Fastify sends it, nobody else would handle its errors.
      payload.on('error', () => {});
      if (reply.raw.closed) payload.destroy();
      else reply.raw.once('close', () => payload.destroy());
    }
    done(null, payload);
  });
}

/** For answers and WebSockets: data for a client that does not read waits in its connection. */
function cutStalledConnections(
  { server }: FastifyInstance,
  watch: Watch,
  lost: LostConnections,
): void {
  server.on('connection', (socket) => {
    const unwatch = cutWhenStalled(watch, {
      countWritten: () => socket.bytesWritten,
      countWaiting: () => socket.writableLength,
      cut() {
        lost.tell('does not read', { address: socket.remoteAddress });
        socket.destroy();
      },
    });
    socket.once('close', unwatch);
  });
}

/** Required by HTTP/1.1. Node would refuse without a message. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers, httpVersion } }, _reply, done) => {
    const isNamed = headers.host !== undefined || httpVersion === '1.0';
    done(isNamed ? undefined : new DomainError('invalid', 'The header Host is missing.'));
  });
}

/** Where the sockets are. */
const SOCKET_PATH = '/socket.io/';

/**
 * Any other upgrade (some clients offer HTTP/2 with each request), or one with a body or at another path, is answered as a normal
 * request, which declines it. Taken as an upgrade, it would get no answer.
 */
function asksForWebSocket({ headers, url }: IncomingMessage): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  const isAsked = headers.upgrade?.toLowerCase() === 'websocket';
  return isAsked && !hasBody && url?.startsWith(SOCKET_PATH) === true;
}
