/** Lets clients cache an answer and revalidate it (RFC 9110, section 13). */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client already has this version. The comparison is weak, as the RFC requires here. */
export function isUnchanged(request: FastifyRequest, tag: string): boolean {
  const asked = request.headers['if-none-match'];
  if (asked === undefined) return false;
  const tags = asked.split(',').map((each) => opaque(each.trim()));
  return tags.includes(opaque(tag)) || tags.includes('*');
}

/** The tag without its weak prefix. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** Adds a name to the header `Vary`, which CORS and compression also use. */
export function addToVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${before}, ${name}`);
}
