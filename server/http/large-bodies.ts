/**
 * Bodies that may hold a picture are in memory while they arrive, so of one person only a few are read at a time. The
 * others wait unread on their connections, behind the person's own.
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { UserId } from '../../src/protocol/entities.ts';
import { readSession } from './authenticate.ts';
import { BODY_BYTES } from './json-body.ts';

const AT_ONCE = 4;

/** A hook for routes, behind the one that authenticates. */
export function limitLargeBodies(): onRequestHookHandler {
  const limits = new Map<UserId, LimitFunction>();

  return (request, { raw: response }, done) => {
    if (!mayBeLarge(request)) return done();
    // A client that has gone already is not heard of again, and would keep a place for ever.
    if (response.closed) return;
    const { userId } = readSession(request);
    const limit = limits.get(userId) ?? pLimit(AT_ONCE);
    limits.set(userId, limit);
    const answered = new Promise<void>((resolve) => response.once('close', resolve));
    void limit(() => {
      // Nobody is left to read from.
      if (!response.closed) done();
      return answered;
    }).then(() => {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(userId);
    });
  };
}

function mayBeLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(length) > BODY_BYTES;
}
