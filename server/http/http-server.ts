/**
 * The HTTP server without routes: limits for every request (sizes, times, connections) and common parts of every answer
 * (headers, error format, log line). Node itself answers invalid HTTP, with a bare status.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { ClientAddresses } from '../addresses/client-address.ts';
import { isPublicAddress } from '../addresses/public-address.ts';
import type { Config } from '../config.ts';
import { toNetwork } from '../domain/known-places.ts';
import type { Floods } from '../limits/floods.ts';
import { type CountWarning, createLogOptions } from '../log/log-options.ts';
import { createLostConnections, type LostConnections } from '../log/lost-connections.ts';
import type { Watch } from '../memory/watch.ts';
import { acceptJsonOnly, BODY_BYTES, takeBodies } from './bodies.ts';
import {
  closeStalledConnections,
  limitConnections,
  limitRequests,
  surviveResets,
} from './connections.ts';
import { answerError } from './error-handler.ts';
import { type Exchanges, followExchanges, isUnanswered } from './exchanges.ts';
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
  /**
   * How long a connection may be idle in both directions. Polling clients get data every 25 s; the parts of a whole
   * conversation wait up to a minute for the account's budget.
   */
  idleMs: number;
  /** How long a large body or answer waits for memory. */
  waitMs?: number;
}

interface Parts {
  config: Config;
  timing: HttpTiming;
  addresses: ClientAddresses;
  floods: Floods;
  watch: Watch;
  /** Headers of every answer. */
  headers: Record<string, string>;
  logStream: { write(line: string): void };
  countWarning?: CountWarning;
}

export function createHttpServer(options: Parts): {
  app: FastifyInstance;
  exchanges: Exchanges;
  lost: LostConnections;
} {
  const { config, timing, addresses, floods, watch, headers, logStream, countWarning } = options;
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
    },
    // The framework reports errors that occur before any hook.
    frameworkErrors: (error, request, reply) =>
      floods.refuse(toNetwork(addresses.read(request.raw)), () =>
        answerError(error, request, reply.headers(headers)),
      ),
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
  const lost = createLostConnections(app.log);
  app.server.on('drop', (connection) =>
    lost.report('server full', { address: connection?.remoteAddress }),
  );
  // Fastify's handler could write into an answer that is under way; Node's own does not.
  app.server.removeAllListeners('clientError');
  if (config.RATE_LIMITS) {
    limitConnections(app.server, { addresses, floods, lost }, config.CONNECTIONS_PER_ADDRESS);
  }
  surviveResets(app, (socket) => floods.countCut(addresses.readPeer(socket)));
  closeStalledConnections(app, watch, lost);
  app.setErrorHandler(answerError);
  acceptJsonOnly(app);
  closeStreams(app);
  const closeFlooding = (socket: Socket) => {
    const address = addresses.readPeer(socket);
    lost.report('sends too much', { address });
    floods.countCut(address);
    socket.destroy();
  };
  const exchanges = followExchanges(app, closeFlooding);
  takeBodies(app, closeFlooding);
  warnOfSlowCalls(app, watch.now);
  if (config.RATE_LIMITS && config.TRUSTED_PROXIES.length > 0) {
    limitRequests(app, config.CONNECTIONS_PER_ADDRESS);
  }
  addBasicHeaders(app, headers);
  noticeUntrustedProxies(app, addresses);
  return { app, exchanges, lost };
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

/**
 * Warns once about each reverse proxy whose `X-Forwarded-For` is not trusted: all its clients then share one address
 * and its limits. Only for addresses that are not public, since anybody else can send that header.
 */

const MOST_NOTICES = 20;

function noticeUntrustedProxies(app: FastifyInstance, addresses: ClientAddresses): void {
  const warned = new Set<string>();
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    done();
    if (headers['x-forwarded-for'] === undefined) return;
    const peer = addresses.readPeer(socket);
    if (peer === '') return;
    if (warned.has(peer) || warned.size === MOST_NOTICES || addresses.isTrustedProxy(peer)) return;
    if (isPublicAddress(peer)) return;
    warned.add(peer);
    app.log.warn(
      {
        address: peer,
        reason: 'X-Forwarded-For comes from an address that is not trusted',
        remedy: `if a reverse proxy of yours runs there, set TRUSTED_PROXIES=${peer}: until then all its clients share the limits of one address`,
      },
      'proxy not trusted',
    );
  });
}
