/** Sends answers whose parts are already JSON: Fastify does not serialise them again. */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WrittenPage } from '../domain/ports/reader.ts';

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

function joinJson(parts: ReadonlyArray<string | Uint8Array>): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** Joins lists without brackets. */
export function* separate(lists: readonly Uint8Array[]): Generator<string | Uint8Array> {
  for (const [index, list] of lists.entries()) {
    if (index > 0) yield ',';
    yield list;
  }
}

/**
 * Sends a whole conversation. It may be longer than a string can be, so it is written page by page, no faster than the
 * client reads: one page is in memory, and other calls run in between.
 */
export function writeWholeConversation(
  pages: AsyncIterable<WrittenPage>,
  reader: {
    /** Rejects if the reader's session has ended: a slow reader may take any time for the answer. */
    check: () => Promise<unknown>;
    /** Resolves when the next page may be read. Rejects if the reader has left. */
    pay: (bytes: number) => Promise<void>;
  },
): Readable {
  async function* write(): AsyncGenerator<Buffer> {
    let before = '{"success":true,"messages":[';
    for await (const { json } of pages) {
      await reader.check();
      yield joinJson([before, json]);
      before = ',';
      await reader.pay(json.length);
    }
    yield Buffer.from('],"hasMore":false}');
  }
  return Readable.from(write());
}

/** In bytes or UTF-16 code units. Shorter answers fit into one or two network packets anyway. */
const MIN_LENGTH = 2_000;

/** About as small as gzip at its best level, in a quarter of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Best first. */
const ENCODINGS = [
  {
    name: 'br',
    compress: (json: string | Buffer) => promisify(brotliCompress)(json, BROTLI),
    open: () => createBrotliCompress(BROTLI),
  },
  { name: 'gzip', compress: promisify<string | Buffer, Buffer>(gzip), open: () => createGzip() },
];

/**
 * Compresses long JSON answers in Node's thread pool, so the event loop is not blocked. Pictures are already
 * compressed; files of the app are compressed by the build.
 */
export function compressLongAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLong(payload) || !isJson(reply)) {
      done(null, payload);
      return;
    }
    addToVary(reply, 'accept-encoding');
    const accepted = readAccepted(request.headers['accept-encoding']);
    const encoding = ENCODINGS.find(({ name }) => accepted.has(name));
    if (!encoding) {
      done(null, payload);
      return;
    }
    const send = (compressed: Buffer | Readable) => {
      reply.header('content-encoding', encoding.name).removeHeader('content-length');
      done(null, compressed);
    };
    // An error on either side ends the other, and the answer breaks off.
    if (payload instanceof Readable) send(pipeline(payload, encoding.open(), () => {}));
    else encoding.compress(payload).then(send, (error: Error) => done(error));
  });
}

/** Streams are for answers too long for memory. */
function isLong(payload: unknown): payload is string | Buffer | Readable {
  if (payload instanceof Readable) return true;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= MIN_LENGTH;
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

/** In characters; browsers send 30. A longer list costs more than it saves. */
const MAX_ACCEPTED = 500;

/** All encodings the client accepts; its preferences are ignored. */
export function readAccepted(header: string | string[] | undefined): Set<string> {
  const accepted = new Set<string>();
  const written = String(header ?? '');
  if (written.length > MAX_ACCEPTED) return accepted;
  for (const each of written.split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}

/** Whether the client already has this version (RFC 9110, section 13). The comparison is weak, as it requires here. */
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
