/**
 * Compresses long JSON answers in Node's thread pool, so the event loop is not blocked. Pictures are already
 * compressed; files of the app are compressed by the build.
 */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addToVary } from './validators.ts';

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

/** All encodings the client accepts; its preferences are ignored. */
function readAccepted(header: string | string[] | undefined): Set<string> {
  const accepted = new Set<string>();
  for (const each of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}
