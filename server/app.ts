/**
 * The application, put together and not listening: HTTP and realtime around the rules. It takes all it
 * needs from outside, so that a test runs it whole on a folder of its own.
 */
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { API_PREFIX, IDEMPOTENCY_HEADER, TOKEN_HEADER } from '../src/protocol/http.ts';
import { LIMITS } from '../src/protocol/limits.ts';
import { createAddressCounter } from './addresses/address-counter.ts';
import { createClientAddresses } from './addresses/client-address.ts';
import type { Config } from './config.ts';
import { createAccounts } from './domain/accounts.ts';
import { createAttemptLimits } from './domain/attempt-limits.ts';
import { createBlocks } from './domain/blocks.ts';
import { createConversations } from './domain/conversations.ts';
import { createOwnAccount } from './domain/own-account.ts';
import { createPictureIntake } from './domain/picture-intake.ts';
import type { Clock, Credentials, PictureStore, Store } from './domain/ports.ts';
import { createSessions } from './domain/sessions.ts';
import { addAccountRoutes } from './http/account-routes.ts';
import { addAuthRoutes } from './http/auth-routes.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { addBlockRoutes } from './http/block-routes.ts';
import { answerClientError, answerExpectations } from './http/client-errors.ts';
import { endConnectionsOnClose } from './http/closing.ts';
import { limitConnections } from './http/connection-limits.ts';
import { answerError, handleErrors } from './http/error-handler.ts';
import { addHealthRoute } from './http/health-route.ts';
import { acceptJsonOnly, BODY_BYTES, bodyBytesWith } from './http/json-body.ts';
import { addMediaRoute } from './http/media-route.ts';
import { addMessageRoutes } from './http/message-routes.ts';
import { limitRates } from './http/rate-limits.ts';
import { RequestLog } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveApp } from './http/static-files.ts';
import { createPresenter } from './presenter.ts';
import { createAdmission } from './realtime/admission.ts';
import { openGateway, type RealtimeTiming } from './realtime/gateway.ts';
import { toCorsOrigin } from './realtime/socket-server.ts';

export interface AppParts {
  store: Store;
  pictures: PictureStore;
  credentials: Credentials;
  clock: Clock;
  config: Config;
  timing: RealtimeTiming;
  /** Folder of the built app. */
  appFolder: string;
  /** Where log lines go. */
  logStream: { write(line: string): void };
}

/** For a whole request to arrive: the largest picture over a slow line. */
const REQUEST_MS = 5 * 60 * 1000;

/** For the headers of a request, which no honest client sends piecemeal. */
const HEADERS_MS = 20_000;

const SWEEP_MS = 60 * 60 * 1000;

/** Closing the app closes its sockets and finishes its requests; the store stays open. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { store, pictures, credentials, clock, config } = parts;
  const app = Fastify({
    logger: {
      level: config.LOG_LEVEL,
      stream: parts.logStream,
      redact: [`req.headers.${TOKEN_HEADER}`, `headers.${TOKEN_HEADER}`],
    },
    logController: new RequestLog(),
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    // What arrives while the server stops is in flight like the rest.
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    requestTimeout: REQUEST_MS,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.server.maxConnections = config.MAX_CONNECTIONS;
  app.server.headersTimeout = HEADERS_MS;
  answerExpectations(app.server);
  const addresses = createClientAddresses(config.TRUSTED_PROXIES);
  if (config.RATE_LIMITS) limitConnections(app.server, addresses, config.CONNECTIONS_PER_ADDRESS);

  const presenter = createPresenter(config.PUBLIC_URL);
  const gateway = openGateway(app.server, {
    store,
    presenter,
    clock,
    log: app.log,
    timing: parts.timing,
    corsOrigins: config.CORS_ORIGINS,
    admission: createAdmission({
      corsOrigins: config.CORS_ORIGINS,
      publicUrl: config.PUBLIC_URL,
      addresses,
      ...(config.RATE_LIMITS && { counter: createAddressCounter(config.CONNECTIONS_PER_ADDRESS) }),
    }),
    backlogBytes: config.SOCKET_BACKLOG_BYTES,
    socketsPerPerson: config.SOCKETS_PER_PERSON,
  });
  const { notifier } = gateway;
  const sessions = createSessions({ sessions: store, credentials, clock });
  const intake = createPictureIntake({
    pictures,
    limits: { bytes: config.MAX_IMAGE_BYTES, pixels: LIMITS.imagePixels },
  });
  const attempts = createAttemptLimits(
    store,
    clock,
    config.RATE_LIMITS
      ? {
          logInsPerAccount: config.FAILED_LOG_INS_PER_ACCOUNT,
          logInsPerAddress: config.FAILED_LOG_INS_PER_ADDRESS,
          signUpsPerAddress: config.SIGN_UPS_PER_ADDRESS,
        }
      : null,
  );
  const identity = { store, sessions, credentials, notifier, limits: attempts };
  const accounts = createAccounts({ ...identity, pictures: intake });
  const account = createOwnAccount({ ...identity, pictures });
  const blocks = createBlocks({ store, notifier });
  const conversations = createConversations({ store, pictures: intake, notifier });
  gateway.accept({ sessions, conversations, blocks });
  endConnectionsOnClose(app);
  app.addHook('preClose', () => gateway.close());

  handleErrors(app);
  acceptJsonOnly(app);
  addSecurityHeaders(app, { isHttps: config.PUBLIC_URL?.startsWith('https:') ?? false });
  if (config.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: toCorsOrigin(config.CORS_ORIGINS),
      methods: ['GET', 'POST', 'PUT'],
      allowedHeaders: [TOKEN_HEADER, 'content-type', IDEMPOTENCY_HEADER],
      exposedHeaders: ['retry-after'],
      maxAge: 86_400,
    });
  }
  const context = {
    presenter,
    authenticate: createAuthenticate(app, sessions),
    limits: await limitRates(app, config),
    pictureBodyBytes: bodyBytesWith(config.MAX_IMAGE_BYTES),
  };
  await app.register(
    async (api) => {
      // Answers are one person's and change; media says otherwise by itself.
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      addAuthRoutes(api, accounts, context);
      addAccountRoutes(api, account, context);
      addMessageRoutes(api, conversations, context);
      addBlockRoutes(api, blocks, context);
      addMediaRoute(api, pictures, {
        isShownByOtherSites: config.CORS_ORIGINS.length > 0 || config.PUBLIC_URL !== null,
      });
    },
    { prefix: API_PREFIX },
  );
  addHealthRoute(app, store);
  await serveApp(app, parts.appFolder);

  const sweep = () =>
    sessions
      .sweep()
      .then((ended) => ended.forEach(notifier.sessionEnded))
      .catch((error: unknown) => app.log.error({ err: error }, 'expired sessions not deleted'));
  const sweeper = setInterval(sweep, SWEEP_MS);
  app.addHook('onClose', async () => clearInterval(sweeper));
  await sweep();
  await app.ready();
  return app;
}
