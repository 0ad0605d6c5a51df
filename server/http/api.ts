/** All calls of the API under their prefix, with CORS and rate limits. */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX, IDEMPOTENCY_HEADER, TOKEN_HEADER } from '../../src/protocol/http.ts';
import type { Origins } from '../addresses/origins.ts';
import type { Config } from '../config.ts';
import type { PictureStore } from '../domain/ports/pictures.ts';
import type { PushStore } from '../domain/ports/push.ts';
import type { Reader } from '../domain/ports/reader.ts';
import type { Credentials } from '../domain/ports/sessions.ts';
import type { Rules } from '../domain/rules.ts';
import type { Budgets } from '../limits/budgets.ts';
import type { Floods } from '../limits/floods.ts';
import type { ByteBudget } from '../memory/byte-budget.ts';
import type { Presenter } from '../presenter.ts';
import type { Push } from '../push/open-push.ts';
import { addAccountRoutes, addPasswordRoutes } from './account-routes.ts';
import { addAuthRoutes } from './auth-routes.ts';
import { createAuthenticate } from './authenticate.ts';
import { bodyBytesWith } from './bodies.ts';
import { compressLongAnswers } from './json-answers.ts';
import { addMediaRoute } from './media-route.ts';
import {
  addChangeRoutes,
  addMessageRoutes,
  addPeopleRoutes,
  addSearchRoutes,
} from './message-routes.ts';
import { addMuteRoutes, addPushRoutes } from './push-routes.ts';
import { createRateLimits } from './rate-limits.ts';
import { createReservations } from './reservations.ts';

/** How long browsers cache a CORS preflight answer, in seconds. */
const PREFLIGHT_S = 86_400;

export async function addApi(
  app: FastifyInstance,
  parts: {
    config: Config;
    origins: Origins;
    rules: Rules;
    reader: Reader;
    pictures: PictureStore;
    presenter: Presenter;
    push: Push;
    store: PushStore;
    budgets: Budgets;
    floods: Floods;
    memory: ByteBudget;
    makeTicket: Credentials['makeTicket'];
    isHttps: boolean;
  },
): Promise<void> {
  const { config, origins, rules, pictures, presenter, budgets, floods, memory } = parts;
  const { makeTicket, isHttps } = parts;
  const pictureBodyBytes = bodyBytesWith(config.MAX_IMAGE_BYTES);
  if (origins.others) {
    await app.register(cors, {
      origin: origins.others,
      methods: ['GET', 'POST', 'PUT'],
      allowedHeaders: [TOKEN_HEADER, 'content-type', 'if-none-match', IDEMPOTENCY_HEADER],
      exposedHeaders: ['etag', 'retry-after'],
      maxAge: PREFLIGHT_S,
    });
  }
  const { network } = budgets;
  const { authenticate, checkSession } = createAuthenticate(app, rules.sessions, {
    network,
    floods,
  });
  const limits = createRateLimits(budgets, floods, authenticate);
  const context = {
    presenter,
    makeTicket,
    isHttps,
    checkSession,
    limits,
    pictureBodyBytes,
    ...createReservations(app, memory, pictureBodyBytes, limits.payForAnswer),
  };
  await app.register(
    async (api) => {
      compressLongAnswers(api);
      addAuthRoutes(api, rules.accounts, context);
      addPasswordRoutes(api, rules, context);
      addAccountRoutes(api, rules, context);
      addMessageRoutes(api, rules.conversations, context);
      addChangeRoutes(api, rules.changes, context);
      addSearchRoutes(api, rules.search, context);
      addPeopleRoutes(api, parts.reader, context);
      addMuteRoutes(api, rules.mutes, context);
      addPushRoutes(api, parts, context);
      addMediaRoute(api, pictures, context.limits, {
        isShownByOtherSites: origins.others !== undefined || config.PUBLIC_URL !== null,
      });
    },
    { prefix: API_PREFIX },
  );
}
