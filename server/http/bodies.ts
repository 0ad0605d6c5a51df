/**
 * How bodies arrive: in pieces of some size, and as JSON. How slowly, Node limits: by the time of a request, and of a
 * connection on which nothing moves.
 *
 * If a call is refused before its body was read, the answer is sent after the body has arrived and been dropped. Sent
 * earlier, the connection would be closed with unread bytes and the answer would be lost: clients and proxies would see
 * a broken connection and retry forever.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

/** A longer body is not read before it is refused. The largest picture has 11 MB. */
const MOST_DROPPED_BYTES = 32 * 1024 * 1024;

/**
 * A chunk of one byte costs the server as much time as one of many, and 500 bytes of memory. A body may have so many
 * chunks, and one more for each so many bytes; then its connection is cut.
 */
const CHUNKS = { free: 1_000, bytesEach: 1024 };

const BYTES_PER_UNIT = 64 * 1024;
const ASSUMED_BYTES = 1024 * 1024;

/** What a body costs, before it is read. Small ones are part of the call's price. */
export function countBodyUnits({ headers }: FastifyRequest): number {
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined;
  const bytes = isOfUnknownLength ? ASSUMED_BYTES : Number(headers['content-length'] ?? 0);
  return Math.floor(bytes / BYTES_PER_UNIT);
}

export function takeBodies(app: FastifyInstance, closeFlooding: (socket: Socket) => void): void {
  // After the hooks that may keep a body waiting unread.
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    // A body of known length arrives in parts as large as the network's.
    if (raw.headers['transfer-encoding'] !== undefined) limitPieces(raw, closeFlooding);
    done(null, payload);
  });

  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    const isEmpty = coding === undefined && Number(length) === 0;
    if (raw.complete || raw.destroyed || isEmpty) return done(null, payload);
    if (Number(length) > MOST_DROPPED_BYTES) {
      reply.header('connection', 'close');
      return done(null, payload);
    }
    const end = () => {
      raw.off('end', end).off('close', end);
      done(null, payload);
    };
    // Stops the earlier reader.
    raw.unpipe();
    limitPieces(raw, closeFlooding);
    raw.on('end', end).on('close', end).resume();
  });
}

function limitPieces(request: IncomingMessage, closeFlooding: (socket: Socket) => void): void {
  let bytes = 0;
  let chunks = 0;
  request.on('data', ({ length }: Buffer) => {
    bytes += length;
    chunks += 1;
    if (bytes <= MOST_DROPPED_BYTES && chunks <= CHUNKS.free + bytes / CHUNKS.bytesEach) return;
    closeFlooding(request.socket);
    // No more of what has arrived is taken.
    request.destroy();
  });
}

/** Error code for a compressed body: a small one may expand beyond the memory. */
export const UNSUPPORTED_ENCODING = 'UNSUPPORTED_ENCODING';

/** Most bytes of a body without a picture: all fields at full length, every character escaped, and a reserve. */
export const BODY_BYTES = 16 * 1024;

/** Most bytes of a body with a picture in base64, or the longest text with every character escaped. */
export function bodyBytesWith(imageBytes: number): number {
  return Math.max(Math.ceil(imageBytes / 3) * 4, 64 * 1024) + 4 * 1024;
}

/** A body longer than `bytes` is a picture with a few texts. It may have at most `values`, which take much memory. */
const LARGE_BODY = { bytes: 68 * 1024, values: 16 * 1024 };

/** Whether parsing would make far more values than a picture comes with. Base64 has none of these characters. */
function hasTooManyValues(body: Buffer): boolean {
  if (body.length <= LARGE_BODY.bytes) return false;
  let count = 0;
  for (const mark of '{[,') {
    for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
      count += 1;
      if (count > LARGE_BODY.values) return true;
    }
  }
  return false;
}

/** Accepts JSON bodies only. A call without payload may set the content type and send nothing. */
export function acceptJsonOnly(app: FastifyInstance): void {
  // Refuses the keys `__proto__` and `constructor.prototype`, which other code might merge one day.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) done(null, undefined);
      else if (hasTooManyValues(body)) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), undefined);
      // Decoding invalid UTF-8 would change the text.
      else if (!isUtf8(body)) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined);
      else parseJson(request, body.toString(), done);
    },
  );
  app.addHook('preParsing', ({ headers }, reply, payload, done) => {
    const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return done(null, payload);
    // The encoding that the server accepts (RFC 9110, section 15.5.16).
    reply.header('accept-encoding', 'identity');
    done(Object.assign(new Error(encoding), { statusCode: 415, code: UNSUPPORTED_ENCODING }));
  });
  // Some clients set the type of forms and send nothing. A body of another type is refused before it is read.
  app.addContentTypeParser('*', ({ headers, is404 }, _body, done) => {
    const { 'transfer-encoding': coding, 'content-length': length = '0' } = headers;
    const isEmpty = coding === undefined && length === '0';
    if (isEmpty || is404) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(), undefined);
  });
}
