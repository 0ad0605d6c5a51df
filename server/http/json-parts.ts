/** Answers of which parts were written as JSON elsewhere: Fastify does not write them again. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';

/** JSON as it is, in order. A text by itself stays one: it leaves in one write with the head of the answer. */
export function sendJson(reply: FastifyReply, ...parts: Array<string | Uint8Array>): FastifyReply {
  const [first] = parts;
  const isText = parts.length === 1 && typeof first === 'string';
  return reply.type(JSON_TYPE).send(isText ? first : joinJson(parts));
}

export function sendJsonStream(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply.type(JSON_TYPE).send(stream);
}

export function joinJson(parts: ReadonlyArray<string | Uint8Array>): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** Lists without their brackets -> one. */
export function* separate(lists: readonly Uint8Array[]): Generator<string | Uint8Array> {
  for (const [index, list] of lists.entries()) {
    if (index > 0) yield ',';
    yield list;
  }
}
