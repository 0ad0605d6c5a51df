/**
 * The list of people (spec section 7). Clients load it whole, and again whenever it may have changed. So it has an
 * ETag, made from the list's version: if the client has the same list, the answer has no body. The client's list may
 * have old last-seen times; conversations and events bring the new ones. Browsers do not store it: after a logout
 * nothing of it is left.
 */
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { paths } from '../../src/protocol/http.ts';
import type { Conversations } from '../domain/conversations.ts';
import type { ListedUser } from '../domain/ports/users.ts';
import { readSession } from './authenticate.ts';
import { sendJson } from './json-parts.ts';
import { signalClose } from './rate-limits.ts';
import type { RouteContext } from './route-context.ts';
import { isUnchanged } from './validators.ts';

const SAMPLE_ID = '0'.repeat(24);

/** All fields that a list may show: another format of lists gets other tags. The compiler requires the fields that are always there. */
const SAMPLE: Required<Omit<ListedUser, 'blocked' | 'deleted' | 'hides'>> = {
  _id: SAMPLE_ID,
  fullName: 'Sample',
  bio: 'Sample',
  picture: { id: 'sample' },
  lastSeenAt: 0,
  lastMessage: {
    _id: SAMPLE_ID,
    senderId: SAMPLE_ID,
    text: 'x'.repeat(10_000),
    createdAt: 0,
    sortsAt: 0,
  },
};

export function addPeopleRoute(
  app: FastifyInstance,
  conversations: Conversations,
  { presenter, authenticate, limits, reserveAnswer }: RouteContext,
): void {
  const { presentListedUser } = presenter;
  const samples = [
    SAMPLE,
    { ...SAMPLE, blocked: true, deleted: true, hides: ['presence'] } satisfies ListedUser,
  ];
  const form = hash('sha256', JSON.stringify(samples.map(presentListedUser)));
  // Weak, since the same list may be compressed in different ways.
  const makeTag = (version: string) => `W/"${hash('sha256', `${form} ${version}`, 'base64url')}"`;

  const hooks = { onRequest: [authenticate, ...limits.reads], preHandler: reserveAnswer };
  app.get(paths.users, hooks, async (request, reply) => {
    const { userId } = readSession(request);
    const signal = signalClose(reply);
    // Read first: a change between the two reads makes the tag too old, never the list.
    const tag = makeTag(await conversations.readUserListVersion(userId, signal));
    reply.header('etag', tag);
    if (isUnchanged(request, tag)) return reply.code(304).send();
    const { users, unseen } = await conversations.listUsers(userId, signal);
    return sendJson(reply, '{"success":true,"users":', users, ',"unseenMessages":', unseen, '}');
  });
}
