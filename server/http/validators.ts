/** What lets a client keep an answer and ask whether it still holds (RFC 9110, section 13). */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client has what the tag stands for. The comparison is the weak one, as the RFC asks here. */
export function isUnchanged(request: FastifyRequest, tag: string): boolean {
  const asked = request.headers['if-none-match'];
  if (asked === undefined) return false;
  const tags = asked.split(',').map((each) => opaque(each.trim()));
  return tags.includes(opaque(tag)) || tags.includes('*');
}

/** A tag without the mark of being weak. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** Adds to what others (CORS, compression) have said that the answer depends on. */
export function addToVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${before}, ${name}`);
}
