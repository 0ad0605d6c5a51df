/** Calls under /messages (spec section 7). */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ActResponse,
  IDEMPOTENCY_HEADER,
  type MarkResponse,
  paths,
  type SendResponse,
} from '../../src/protocol/http.ts';
import { type Changes, OutdatedEdit } from '../domain/changes.ts';
import type { Conversations } from '../domain/conversations.ts';
import type { Change } from '../domain/ports/messages.ts';
import type { Reader } from '../domain/ports/reader.ts';
import type { ListedUser } from '../domain/ports/users.ts';
import type { Search } from '../domain/search.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import { parse } from './fields.ts';
import {
  isUnchanged,
  sendJson,
  sendJsonStream,
  separate,
  writeWholeConversation,
} from './json-answers.ts';
import {
  behindSchema,
  changesQuerySchema,
  conversationQuerySchema,
  editSchema,
  firstQuerySchema,
  idempotencyKeySchema,
  picturesQuerySchema,
  reactSchema,
  searchQuerySchema,
  sendSchema,
} from './message-schemas.ts';
import { type RouteContext, signalClose, type WithUserId } from './rate-limits.ts';

/** Most bytes of what a client knows: `MAX_KNOWN` conversations of a hundred bytes each, and a reserve. */
const BEHIND_BYTES = 64 * 1024;

export function addMessageRoutes(
  app: FastifyInstance,
  conversations: Conversations,
  { presenter, checkSession, limits, pictureBodyBytes, reserveBody, reserveAnswer }: RouteContext,
): void {
  const reading = { onRequest: limits.reads, preHandler: reserveAnswer };

  app.get<WithUserId>(paths.conversation, reading, async (request, reply) => {
    const { userId } = readSession(request);
    const { userId: peerId } = request.params;
    const signal = signalClose(reply);
    const changes = parse(changesQuerySchema, request.query);
    if (changes) {
      const { json } = await conversations.readChanges(userId, peerId, changes, signal);
      return sendJson(reply, '{"success":true,', json, '}');
    }
    const query = parse(conversationQuerySchema, request.query);
    const page = await conversations.read(userId, peerId, query, signal);
    const { json, hasMore, known, lastSeenAt } = page;
    if (query.isWhole && hasMore) {
      const { limit } = query.page;
      const pages = conversations.readOn(userId, peerId, { first: page, limit }, signal);
      return sendJsonStream(
        reply,
        writeWholeConversation(pages, {
          check: () => checkSession(request),
          pay: (bytes) => limits.payForPart(request, bytes, signal),
        }),
      );
    }
    const seenAt = lastSeenAt === undefined ? '' : `,"lastSeenAt":"${toIso(lastSeenAt)}"`;
    const start = `],"hasMore":${hasMore}${seenAt}`;
    const rest = known ? [`${start},`, known, '}'] : [`${start}}`];
    return sendJson(reply, '{"success":true,"messages":[', json, ...rest);
  });

  app.get<WithUserId>(paths.pictures, reading, async (request, reply) => {
    const { json, hasMore, count } = await conversations.readPictures(
      readSession(request).userId,
      request.params.userId,
      parse(picturesQuerySchema, request.query),
      limits.payerOf(request, reply),
    );
    const counted = count === undefined ? '' : `,"count":${count}`;
    const end = `],"hasMore":${hasMore}${counted}}`;
    return sendJson(reply, '{"success":true,"messages":[', json, end);
  });

  app.post<WithUserId>(
    paths.send,
    { onRequest: [...limits.sends, reserveBody], bodyLimit: pictureBodyBytes },
    async (request): Promise<SendResponse> => {
      const { userId } = readSession(request);
      const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
      const content = parse(sendSchema, request.body);
      const message = await conversations.send(userId, request.params.userId, content, key);
      return { success: true, newMessage: presenter.presentMessage(message) };
    },
  );

  app.put<{ Params: { messageId: string } }>(
    paths.mark,
    { onRequest: limits.calls },
    async (request): Promise<MarkResponse> => {
      await conversations.markSeen(readSession(request).userId, request.params.messageId);
      return { success: true };
    },
  );
}

interface WithMessageId {
  Params: { messageId: string };
}

/** The longest text, with every character escaped. */
const TEXT_BODY_BYTES = 64 * 1024;

/** Feature `changes`: what people do with messages that are there. */
export function addChangeRoutes(
  app: FastifyInstance,
  changes: Changes,
  { presenter, limits, reserveBody }: RouteContext,
): void {
  const options = { onRequest: [...limits.sends, reserveBody], bodyLimit: TEXT_BODY_BYTES };

  async function change(
    request: FastifyRequest<WithMessageId>,
    reply: FastifyReply,
    asked: Change,
  ): Promise<ActResponse> {
    const key = parse(idempotencyKeySchema, request.headers[IDEMPOTENCY_HEADER]);
    const { userId } = readSession(request);
    try {
      const { own, version } = await changes.change(userId, request.params.messageId, asked, key);
      return {
        success: true,
        changed: presenter.presentChange(own),
        ...(version !== undefined && { version }),
      };
    } catch (error) {
      if (!(error instanceof OutdatedEdit && error.own)) throw error;
      reply.code(409);
      return {
        success: false,
        message: error.message,
        changed: presenter.presentChange(error.own),
      };
    }
  }

  app.put<WithMessageId>(paths.edit, options, (request, reply) =>
    change(request, reply, { kind: 'edit', ...parse(editSchema, request.body) }),
  );

  app.put<WithMessageId>(paths.react, options, (request, reply) =>
    change(request, reply, { kind: 'react', ...parse(reactSchema, request.body) }),
  );

  app.put<WithMessageId>(paths.deleteMessage, options, (request, reply) =>
    change(request, reply, { kind: 'delete' }),
  );
}

/** Feature `search`: finds places in a conversation, by words or by time. */
export function addSearchRoutes(
  app: FastifyInstance,
  search: Search,
  { limits, reserveAnswer }: RouteContext,
): void {
  app.get<WithUserId>(
    paths.search,
    { onRequest: limits.searches, preHandler: reserveAnswer },
    async (request, reply) => {
      const { userId } = readSession(request);
      const { userId: peerId } = request.params;
      const query = parse(searchQuerySchema, request.query);
      const payer = limits.payerOf(request, reply);
      const { parts, reached } = await search.findText(userId, peerId, query, payer);
      const place = reached && { messageId: reached._id, createdAt: toIso(reached.createdAt) };
      const end = place ? `],"reached":${JSON.stringify(place)}}` : ']}';
      return sendJson(reply, '{"success":true,"messages":[', ...separate(parts), end);
    },
  );

  app.get<WithUserId>(paths.first, { onRequest: limits.reads }, async (request, reply) => {
    const { userId } = readSession(request);
    const { since } = parse(firstQuerySchema, request.query);
    const payer = limits.payerOf(request, reply);
    const first = await search.findFirst(userId, request.params.userId, since, payer);
    return first
      ? sendJson(reply, '{"success":true,"first":', first, '}')
      : sendJson(reply, '{"success":true}');
  });
}

const SAMPLE_ID = '0'.repeat(24);

/** All fields that a list may show: another format of lists gets other tags. The compiler requires the fields that are always there. */
const SAMPLE: Required<Omit<ListedUser, 'blocked' | 'deleted' | 'locked' | 'hides'>> = {
  _id: SAMPLE_ID,
  fullName: 'Sample',
  bio: 'Sample',
  picture: { id: 'sample' },
  smallId: 'sample',
  lastSeenAt: 0,
  lastMessage: {
    _id: SAMPLE_ID,
    senderId: SAMPLE_ID,
    text: 'x'.repeat(10_000),
    createdAt: 0,
  },
};

/**
 * The list of people (spec section 7). Clients load it whole, and again whenever it may have changed. So it has an
 * ETag, made from the list's version: if the client has the same list, the answer has no body. The client's list may
 * have old last-seen times; conversations and events bring the new ones. Browsers do not store it: after a logout
 * nothing of it is left.
 */
export function addPeopleRoutes(
  app: FastifyInstance,
  reader: Reader,
  { presenter, limits, reserveAnswer }: RouteContext,
): void {
  const { presentListedUser } = presenter;
  const samples = [
    SAMPLE,
    {
      ...SAMPLE,
      blocked: true,
      deleted: true,
      locked: true,
      hides: ['presence'],
    } satisfies ListedUser,
  ];
  const form = hash('sha256', JSON.stringify(samples.map(presentListedUser)));
  // Weak, since the same list may be compressed in different ways.
  const makeTag = (version: string) => `W/"${hash('sha256', `${form} ${version}`, 'base64url')}"`;
  const reading = { onRequest: limits.reads, preHandler: reserveAnswer };

  app.get(paths.users, reading, async (request, reply) => {
    const asked = { readerId: readSession(request).userId };
    const signal = signalClose(reply);
    // Read first: a change between the two reads makes the tag too old, never the list.
    const tag = makeTag(await reader.readUserListVersion(asked, signal));
    reply.header('etag', tag);
    if (isUnchanged(request, tag)) return reply.code(304).send();
    const { users, unseen } = await reader.listUsers(asked, signal);
    return sendJson(reply, '{"success":true,"users":', users, ',"unseenMessages":', unseen, '}');
  });

  /** What a client has to fetch after a time without a connection. */
  app.post(paths.behind, { ...reading, bodyLimit: BEHIND_BYTES }, async (request, reply) => {
    const { conversations } = parse(behindSchema, request.body);
    const asked = { readerId: readSession(request).userId, conversations };
    const { signal, pay } = limits.payerOf(request, reply);
    const { json, ms } = await reader.readBehind(asked, signal);
    pay(ms);
    return sendJson(reply, '{"success":true,', json, '}');
  });
}
