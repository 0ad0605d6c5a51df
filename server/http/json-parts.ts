/** Sends answers whose parts are already JSON: Fastify does not serialise them again. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends the parts in order. A single string is not copied: it is sent in one write with the headers. */
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

/** Joins lists without brackets. */
export function* separate(lists: readonly Uint8Array[]): Generator<string | Uint8Array> {
  for (const [index, list] of lists.entries()) {
    if (index > 0) yield ',';
    yield list;
  }
}
