/**
 * The HTTP server without any route: what every request is held to (sizes, times, connections) and what every
 * answer carries (headers, the form of errors, a line in the log).
 */
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { ClientAddresses } from '../addresses/client-address.ts';
import type { Config } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { type CountWarning, createLogOptions } from '../log/log-options.ts';
import { createLostConnections, type LostConnections } from '../log/lost-connections.ts';
import { cutWhenStalled } from '../memory/stalled.ts';
import type { Watch } from '../memory/watch.ts';
import { keepBodiesMoving } from './body-pace.ts';
import { answerClientErrors, answerExpectations } from './client-errors.ts';
import { limitConnections, limitRequests } from './connection-limits.ts';
import { answerError } from './error-handler.ts';
import { type Exchanges, followExchanges } from './exchanges.ts';
import { joinChunks } from './join-chunks.ts';
import { acceptJsonOnly, BODY_BYTES } from './json-body.ts';
import { noticeUntrustedProxies } from './proxy-notice.ts';
import { RequestLog, warnOfSlowCalls } from './request-log.ts';
import { dropRestOfBodies } from './rest-of-body.ts';
import { addBasicHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's. The framework's own `ip` is the proxy's. */
    address: string;
  }
}

/** For a whole request to arrive: the largest picture over a slow line. */
const REQUEST_MS = 5 * 60 * 1000;

/** For the headers of a request, which no honest client sends piecemeal. */
const HEADERS_MS = 20_000;

export interface HttpTiming {
  /** How long nothing may move on a connection, in either direction; clients that poll hear something far sooner. */
  idleMs: number;
  /** How long a large body or answer waits for memory. */
  waitMs?: number;
}

export function createHttpServer(options: {
  config: Config;
  timing: HttpTiming;
  addresses: ClientAddresses;
  watch: Watch;
  /** What every answer carries. */
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
    // What arrives while the server stops is in flight like the rest.
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: timing.idleMs,
    http: { shouldUpgradeCallback: asksForWebSocket, requireHostHeader: false },
    // Those come before any hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    clientErrorHandler: answerClientErrors(headers, () => exchanges),
  });
  summarise(app.log, watch);
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return addresses.read(this.raw);
    },
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
  cutStalledConnections(app, watch, lost);
  app.setErrorHandler(answerError);
  acceptJsonOnly(app);
  joinChunks(app);
  const exchanges = followExchanges(app);
  keepBodiesMoving(app, exchanges, watch);
  warnOfSlowCalls(app, watch.now);
  dropRestOfBodies(app, watch);
  if (config.RATE_LIMITS && config.TRUSTED_PROXIES.length > 0) {
    limitRequests(app, config.CONNECTIONS_PER_ADDRESS);
  }
  addBasicHeaders(app, headers);
  noticeUntrustedProxies(app, addresses);
  requireHost(app);
  return { app, exchanges, lost };
}

/** Answers and WebSockets alike: what waits for a client that does not read waits on its connection. */
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

/** As HTTP/1.1 has it. Node would refuse without a word. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers, httpVersion } }, _reply, done) => {
    const isNamed = headers.host !== undefined || httpVersion === '1.0';
    done(isNamed ? undefined : new DomainError('invalid', 'The header Host is missing.'));
  });
}

/** Where the sockets are. */
const SOCKET_PATH = '/socket.io/';

/**
 * What else a request offers to go on with (some clients offer HTTP/2 with each), or elsewhere, is answered as it is,
 * which is what declines the offer. Taken for an upgrade that nobody wants, it would have no answer.
 */
function asksForWebSocket({ headers, url }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith(SOCKET_PATH) === true;
}
