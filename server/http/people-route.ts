/**
 * The list of people (spec section 7). Clients load it whole, and again whenever they cannot know whether it
 * changed, so it carries an ETag: the list that the browser still has costs an answer without a body. Where the
 * store knows the list's version, the tag is made of that; else the list is written and the tag is its hash.
 */
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { paths, TOKEN_HEADER, type UsersResponse } from '../../src/protocol/http.ts';
import type { Conversations } from '../domain/conversations.ts';
import type { ListedUser } from '../domain/ports/users.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';
import { addToVary, isUnchanged } from './validators.ts';

const SAMPLE_ID = '0'.repeat(24);

/** Everything that a list may show of somebody: lists of another form have other tags. */
const SAMPLE: ListedUser = {
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
  },
};

export function addPeopleRoute(
  app: FastifyInstance,
  conversations: Conversations,
  { presenter, authenticate, limits }: RouteContext,
): void {
  const { presentListedUser } = presenter;
  const samples = [SAMPLE, { ...SAMPLE, blocked: true } as const];
  const form = hash('sha256', JSON.stringify(samples.map(presentListedUser)));
  // Weak: the same list may come compressed in one way or another.
  const makeTag = (version: string) => `W/"${hash('sha256', `${form} ${version}`, 'base64url')}"`;

  async function writeList(readerId: string): Promise<string> {
    const { users, unseen } = await conversations.listUsers(readerId);
    return JSON.stringify({
      success: true,
      users: users.map(presentListedUser),
      unseenMessages: unseen,
    } satisfies UsersResponse);
  }

  app.get(paths.users, { onRequest: [authenticate, ...limits.reads] }, async (request, reply) => {
    const { userId } = readSession(request);
    // The version first: what changes between the two makes a tag that is too old, never a list that is.
    const version = await conversations.readUserListVersion(userId);
    const written = version === undefined ? await writeList(userId) : undefined;
    const tag = makeTag(version ?? written ?? '');
    // Two people may read on one browser; the list of one is never an answer to the other.
    addToVary(reply, TOKEN_HEADER);
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (isUnchanged(request, tag)) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    return written ?? writeList(userId);
  });
}
