/** Accepts JSON bodies only. A call without payload may set the content type and send nothing. */
import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance } from 'fastify';

/** Error code for a compressed body: a small one may expand beyond the memory. */
export const UNSUPPORTED_ENCODING = 'UNSUPPORTED_ENCODING';

/** Most bytes of a body without a picture: all fields at full length, every character escaped, and a reserve. */
export const BODY_BYTES = 16 * 1024;

/** Most bytes of a body with a picture in base64, or the longest text with every character escaped. */
export function bodyBytesWith(imageBytes: number): number {
  return Math.max(Math.ceil(imageBytes / 3) * 4, 64 * 1024) + 4 * 1024;
}

/** A longer body is a picture with a few texts. Most values that it may name: each takes memory many times its bytes. */
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
